import { recordTourOutcome } from '#contract/admin/tours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { setTourOutcome } from '#server/tours/staff-actions.ts'

export const ALL = resource(
  handleStaff(recordTourOutcome, ({ app, staff, params, input }) => setTourOutcome(app, staff, params.id, input)),
)

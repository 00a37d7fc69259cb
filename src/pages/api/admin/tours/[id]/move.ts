import { moveTourByStaff } from '#contract/admin/tours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { moveTour } from '#server/tours/staff-actions.ts'

export const ALL = resource(
  handleStaff(moveTourByStaff, ({ app, staff, params, input }) => moveTour(app, staff, params.id, input)),
)

import { cancelTourByStaff } from '#contract/admin/tours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { cancelTour } from '#server/tours/staff-actions.ts'

export const ALL = resource(
  handleStaff(cancelTourByStaff, ({ app, staff, params, input }) => cancelTour(app, staff, params.id, input)),
)

import { markClosureBooking } from '#contract/admin/closures.ts'
import { markHandled } from '#server/desk/closures.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(markClosureBooking, ({ app, staff, params, input }) => markHandled(app, staff, params.id, input)),
)

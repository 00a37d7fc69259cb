import { cancelBooking } from '#contract/admin/booking-detail.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(cancelBooking, ({ app, staff, params, input }) => cancel(app, staff, params.id, input)),
)

import { cancelBooking } from '#contract/admin/booking.ts'
import { cancel } from '#server/desk/cancelling.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(
  onStaff(cancelBooking, ({ app, staff, params, input }) => cancel(app, staff, params.id, input)),
)

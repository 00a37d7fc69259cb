import { rejectBooking } from '#contract/admin/booking.ts'
import { reject } from '#server/desk/cancelling.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(
  onStaff(rejectBooking, ({ app, staff, params, input }) => reject(app, staff, params.id, input)),
)

import { rejectBooking } from '#contract/admin/booking-detail.ts'
import { reject } from '#server/desk/cancellation.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(rejectBooking, ({ app, staff, params, input }) => reject(app, staff, params.id, input)),
)

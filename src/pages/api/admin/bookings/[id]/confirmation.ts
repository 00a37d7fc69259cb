import { confirmBooking } from '#contract/admin/booking.ts'
import { confirm } from '#server/confirming.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(
  onStaff(confirmBooking, ({ app, staff, params, input }) => confirm(app, staff, params.id, input)),
)

import { resendConfirmation } from '#contract/admin/booking.ts'
import { resend } from '#server/booking-notes.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(
  onStaff(resendConfirmation, ({ app, staff, params, input }) => resend(app, staff, params.id, input)),
)

import { resendConfirmation } from '#contract/admin/booking.ts'
import { resend } from '#server/desk/booking-notes.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { underKey } from '#server/http/idempotency.ts'

export const prerender = false

export const ALL = resource(
  onStaff(resendConfirmation, ({ app, staff, params, request }) =>
    underKey(request, (key) => resend(app, staff, params.id, key)),
  ),
)

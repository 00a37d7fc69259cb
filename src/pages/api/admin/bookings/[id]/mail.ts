import { resendConfirmation } from '#contract/admin/booking.ts'
import { resend } from '#server/booking-notes.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import { idempotencyKey } from '#server/http/idempotency.ts'

export const prerender = false

export const ALL = resource(
  onStaff(resendConfirmation, async ({ app, staff, params, request }) => {
    const key = idempotencyKey(request)
    return key.ok ? resend(app, staff, params.id, key.value) : key
  }),
)

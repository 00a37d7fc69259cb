import { givePaymentLink } from '#contract/admin/booking.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import { idempotencyKey } from '#server/http/idempotency.ts'
import { giveLink } from '#server/payment-link.ts'

export const prerender = false

export const ALL = resource(
  onStaff(givePaymentLink, async ({ app, staff, params, input, request }) => {
    const key = idempotencyKey(request)
    return key.ok ? giveLink(app, staff, params.id, input, key.value) : key
  }),
)

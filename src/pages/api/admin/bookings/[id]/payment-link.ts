import { givePaymentLink } from '#contract/admin/booking.ts'
import { giveLink } from '#server/desk/payment-link.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { underKey } from '#server/http/idempotency.ts'

export const prerender = false

export const ALL = resource(
  onStaff(givePaymentLink, ({ app, staff, params, input, request }) =>
    underKey(request, (key) => giveLink(app, staff, params.id, input, key)),
  ),
)

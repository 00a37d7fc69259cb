import { requestPaymentLink } from '#contract/admin/booking-detail.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(requestPaymentLink, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => createPaymentLink(app, staff, params.id, input, key)),
  ),
)

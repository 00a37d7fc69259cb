import { changeRefundAccount } from '#contract/own-booking.ts'
import { setRefundAccount } from '#server/customers/refund-account.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(changeRefundAccount, ({ app, params: { id }, bearer: secret, input, request }) =>
    requireIdempotencyKey(request, (key) => setRefundAccount(app, { id, secret }, input, key)),
  ),
)

import { cancelOwnBooking } from '#contract/own-booking.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(cancelOwnBooking, ({ app, params: { id }, bearer: secret, input, request }) =>
    requireIdempotencyKey(request, (key) => cancelAsCustomer(app, { id, secret }, input, key)),
  ),
)

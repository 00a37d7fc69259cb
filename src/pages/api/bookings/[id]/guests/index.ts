import { addOwnGuest } from '#contract/guests.ts'
import { addOwnGuest as add } from '#server/customers/guests.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(addOwnGuest, ({ app, params: { id }, bearer: secret, input, request }) =>
    requireIdempotencyKey(request, (key) => add(app, { id, secret }, input, key)),
  ),
)

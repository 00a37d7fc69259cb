import { reserveOwnRoom } from '#contract/rooms.ts'
import { reserveOwnRoom as reserve } from '#server/customers/rooms.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(reserveOwnRoom, ({ app, params: { id }, bearer: secret, input, request }) =>
    requireIdempotencyKey(request, (key) => reserve(app, { id, secret }, input, key)),
  ),
)

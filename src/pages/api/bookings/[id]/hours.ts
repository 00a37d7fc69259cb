import { buyRoomHours } from '#contract/buy-hours.ts'
import { buyHours } from '#server/customers/hours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(buyRoomHours, ({ app, params, bearer, input, request }) =>
    requireIdempotencyKey(request, (key) => buyHours(app, { id: params.id, secret: bearer }, input, key)),
  ),
)

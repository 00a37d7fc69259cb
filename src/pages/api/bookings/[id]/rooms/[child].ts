import { cancelOwnRoom } from '#contract/rooms.ts'
import { cancelOwnRoom as cancel } from '#server/customers/rooms.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(cancelOwnRoom, ({ app, params: { id, child }, bearer: secret, request }) =>
    requireIdempotencyKey(request, (key) => cancel(app, { id, secret }, child, key)),
  ),
)

import { removeOwnGuest } from '#contract/guests.ts'
import { removeOwnGuest as remove } from '#server/customers/guests.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(removeOwnGuest, ({ app, params: { id, child }, bearer: secret, request }) =>
    requireIdempotencyKey(request, (key) => remove(app, { id, secret }, child, key)),
  ),
)

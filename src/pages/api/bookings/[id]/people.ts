import { changePeople } from '#contract/own-people.ts'
import { changeOwnPeople } from '#server/customers/people.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(changePeople, ({ app, params: { id }, bearer: secret, input, request }) =>
    requireIdempotencyKey(request, (key) => changeOwnPeople(app, { id, secret }, input, key)),
  ),
)

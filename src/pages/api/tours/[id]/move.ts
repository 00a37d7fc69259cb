import { moveTour } from '#contract/tours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import * as own from '#server/tours/own.ts'

export const ALL = resource(
  handle(moveTour, ({ app, params, bearer, input, request }) =>
    requireIdempotencyKey(request, (key) => own.moveTour(app, { id: params.id, secret: bearer }, input, key)),
  ),
)

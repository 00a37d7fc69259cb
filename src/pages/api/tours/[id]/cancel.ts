import { cancelTour } from '#contract/tours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import * as own from '#server/tours/own.ts'

export const ALL = resource(
  handle(cancelTour, ({ app, params, bearer, request }) =>
    requireIdempotencyKey(request, (key) => own.cancelTour(app, { id: params.id, secret: bearer }, key)),
  ),
)

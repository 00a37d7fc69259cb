import { resendOwnConfirmation } from '#contract/own-details.ts'
import { resendConfirmation } from '#server/customers/details.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(resendOwnConfirmation, ({ app, params, bearer, request }) =>
    requireIdempotencyKey(request, (key) => resendConfirmation(app, { id: params.id, secret: bearer }, key)),
  ),
)

import { copyOwnBill } from '#contract/own-bills.ts'
import { countOwnCopy } from '#server/bills/own-bill-pdf.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handle(copyOwnBill, ({ app, params, input, bearer, request }) =>
    requireIdempotencyKey(request, (key) =>
      countOwnCopy(app, { id: params.id, secret: bearer, number: params.child }, input, key),
    ),
  ),
)

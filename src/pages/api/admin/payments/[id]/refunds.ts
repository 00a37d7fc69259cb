import { listRefunds, requestRefund } from '#contract/admin/refunds.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import { createRefund, readRefunds } from '#server/payments/refunds.ts'

export const ALL = resource(
  handleStaff(listRefunds, ({ app, staff, params }) => readRefunds(app, staff, params.id)),
  handleStaff(requestRefund, ({ app, params, input, staff, request }) =>
    requireIdempotencyKey(request, (key) => createRefund(app, params.id, input, staff, key)),
  ),
)

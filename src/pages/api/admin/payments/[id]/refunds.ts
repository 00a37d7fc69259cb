import { listRefunds, makeRefund } from '#contract/admin/refunds.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { underKey } from '#server/http/idempotency.ts'
import { readRefunds, refund } from '#server/payments/refunds.ts'

export const prerender = false

export const ALL = resource(
  onStaff(listRefunds, ({ app, staff, params }) => readRefunds(app, staff, params.id)),
  onStaff(makeRefund, ({ app, params, input, staff, request }) =>
    underKey(request, (key) => refund(app, params.id, input, staff, key)),
  ),
)

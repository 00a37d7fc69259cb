import { correctBill } from '#contract/admin/bills.ts'
import { correct } from '#server/bills/correction.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(correctBill, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => correct(app, staff, params.id, input, key)),
  ),
)

import { copyBill } from '#contract/admin/bills.ts'
import { countCopy } from '#server/bills/prints.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'

export const ALL = resource(
  handleStaff(copyBill, ({ app, staff, params, input, request }) =>
    requireIdempotencyKey(request, (key) => countCopy(app, staff, params.id, input, key)),
  ),
)

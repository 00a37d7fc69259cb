import { listRefunds, makeRefund } from '#contract/admin/refunds.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import { idempotencyKey } from '#server/http/idempotency.ts'
import { readRefunds, refund } from '#server/refunds.ts'

export const prerender = false

export const ALL = resource(
  onStaff(listRefunds, ({ app, staff, params }) => readRefunds(app, staff, params.id)),
  onStaff(makeRefund, async ({ app, params, input, staff, request }) => {
    const key = idempotencyKey(request)
    return key.ok ? refund(app, params.id, input, staff, key.value) : key
  }),
)

import { decideRefund } from '#contract/admin/refunds.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { settleOpenRefund } from '#server/payments/refund-decisions.ts'

export const prerender = false

export const ALL = resource(
  onStaff(decideRefund, ({ app, staff, params, input }) => settleOpenRefund(app, staff, params.id, input)),
)

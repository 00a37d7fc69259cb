import { decideRefund } from '#contract/admin/refunds.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { decideOpenRefund } from '#server/payments/refunds.ts'

export const ALL = resource(
  handleStaff(decideRefund, ({ app, staff, params, input }) => decideOpenRefund(app, staff, params.id, input)),
)

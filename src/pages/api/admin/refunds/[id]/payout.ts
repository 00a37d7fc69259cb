import { payOutRefund as payOutContract } from '#contract/admin/refunds.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { payOutRefund } from '#server/payments/cash-payout.ts'

export const ALL = resource(
  handleStaff(payOutContract, ({ app, staff, params, input }) => payOutRefund(app, staff, params.id, input)),
)

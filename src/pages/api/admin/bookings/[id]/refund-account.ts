import { readRefundAccount } from '#contract/admin/refunds.ts'
import { readRefundAccountAsStaff } from '#server/desk/refund-account.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(readRefundAccount, ({ app, staff, params }) => readRefundAccountAsStaff(app, staff, params.id)),
)

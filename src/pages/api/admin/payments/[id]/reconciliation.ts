import { reconcilePayment } from '#contract/admin/payments.ts'
import { setReconciled } from '#server/desk/payment-reconciliation.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(reconcilePayment, ({ app, staff, params, input }) =>
    setReconciled(app, staff, params.id, input.reconciled),
  ),
)

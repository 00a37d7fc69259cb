import { readPayment } from '#contract/admin/payments.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(readPayment, ({ app, staff, params }) => loadPaymentView(app, staff, params.id)),
)

import { recheckPayment } from '#contract/admin/payments.ts'
import { lookupPaymentNow } from '#server/desk/payment-view.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(recheckPayment, ({ app, staff, params }) => lookupPaymentNow(app, staff, params.id)),
)

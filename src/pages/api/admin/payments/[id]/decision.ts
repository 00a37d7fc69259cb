import { decidePayment } from '#contract/admin/payments.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { decide } from '#server/payments/decisions.ts'

export const ALL = resource(
  handleStaff(decidePayment, ({ app, staff, params, input }) => decide(app, staff, params.id, input)),
)

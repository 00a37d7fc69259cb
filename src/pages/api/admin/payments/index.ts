import { listPayments } from '#contract/admin/payments.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readPaymentList } from '#server/payments/list.ts'

export const ALL = resource(handleStaff(listPayments, ({ app, staff, input }) => readPaymentList(app, staff, input)))

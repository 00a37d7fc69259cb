import { listPayments } from '#contract/admin/payments.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { readPayments } from '#server/payments/payment-list.ts'

export const prerender = false

export const ALL = resource(onStaff(listPayments, ({ app, staff, input }) => readPayments(app, staff, input)))

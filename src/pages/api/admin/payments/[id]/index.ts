import { readPayment } from '#contract/admin/payments.ts'
import { viewPayment } from '#server/desk/payment-view.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(onStaff(readPayment, ({ app, staff, params }) => viewPayment(app, staff, params.id)))

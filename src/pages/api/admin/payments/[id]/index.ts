import { readPayment } from '#contract/admin/payments.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import { viewPayment } from '#server/payment-view.ts'

export const prerender = false

export const ALL = resource(onStaff(readPayment, ({ app, staff, params }) => viewPayment(app, staff, params.id)))

import { askAgain } from '#contract/admin/payments.ts'
import { askNow } from '#server/desk/payment-view.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(onStaff(askAgain, ({ app, staff, params }) => askNow(app, staff, params.id)))

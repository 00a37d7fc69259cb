import { decidePayment } from '#contract/admin/payments.ts'
import { decide } from '#server/decisions.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(
  onStaff(decidePayment, ({ app, staff, params, input }) => decide(app, staff, params.id, input)),
)

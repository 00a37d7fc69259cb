import { exportPayments } from '#contract/admin/exports.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { csvAnswer } from '#server/http/answer.ts'
import { paymentsCsv } from '#server/payments/payment-export.ts'

export const prerender = false

export const ALL = resource(
  onStaff(exportPayments, async ({ app, staff, input }) => {
    const made = await paymentsCsv(app, staff, input)
    return made.ok ? csvAnswer(made.value, 'payments.csv') : made
  }),
)

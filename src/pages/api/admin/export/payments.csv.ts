import { exportPayments } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'
import { streamPaymentsCsv } from '#server/payments/export.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(exportPayments, async ({ app, staff, input }) => {
    const made = await streamPaymentsCsv(app, staff, input)
    return made.ok ? csvResponse(made.value, 'payments.csv') : made
  }),
)

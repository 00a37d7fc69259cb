import { exportPayments } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'
import { streamPaymentsCsv } from '#server/payments/export.ts'

export const ALL = resource(
  handleStaff(exportPayments, async ({ app, staff, input }) =>
    csvResponse(await streamPaymentsCsv(app, staff, input), 'payments.csv'),
  ),
)

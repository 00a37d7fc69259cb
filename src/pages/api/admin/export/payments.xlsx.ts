import { exportPaymentsWorkbook } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'
import { writePaymentWorkbook } from '#server/payments/export.ts'

export const ALL = resource(
  handleStaff(exportPaymentsWorkbook, async ({ app, staff, input }) =>
    workbookResponse(await writePaymentWorkbook(app, staff, input), 'payments.xlsx'),
  ),
)

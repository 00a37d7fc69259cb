import { exportCashUpsWorkbook } from '#contract/admin/exports.ts'
import { writeCashUpWorkbook } from '#server/accounting/cash-ups.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportCashUpsWorkbook, async ({ app, staff, input }) =>
    workbookResponse(await writeCashUpWorkbook(app, staff, input), 'cash-ups.xlsx'),
  ),
)

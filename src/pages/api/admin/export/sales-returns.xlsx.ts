import { exportSalesReturnsWorkbook } from '#contract/admin/exports.ts'
import { RETURNS, writeRegisterWorkbook } from '#server/accounting/registers.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportSalesReturnsWorkbook, async ({ app, staff, input }) =>
    workbookResponse(await writeRegisterWorkbook(app, staff, RETURNS, input), 'sales-returns.xlsx'),
  ),
)

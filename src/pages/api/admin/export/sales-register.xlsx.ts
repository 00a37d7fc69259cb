import { exportSalesRegisterWorkbook } from '#contract/admin/exports.ts'
import { SALES, writeRegisterWorkbook } from '#server/accounting/registers.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportSalesRegisterWorkbook, async ({ app, staff, input }) =>
    workbookResponse(await writeRegisterWorkbook(app, staff, SALES, input), 'sales-register.xlsx'),
  ),
)

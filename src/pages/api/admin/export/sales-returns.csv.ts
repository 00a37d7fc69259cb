import { exportSalesReturns } from '#contract/admin/exports.ts'
import { RETURNS, streamRegisterCsv } from '#server/accounting/registers.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportSalesReturns, async ({ app, staff, input }) =>
    csvResponse(await streamRegisterCsv(app, staff, RETURNS, input), 'sales-returns.csv'),
  ),
)

import { exportSalesRegister } from '#contract/admin/exports.ts'
import { SALES, streamRegisterCsv } from '#server/accounting/registers.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportSalesRegister, async ({ app, staff, input }) =>
    csvResponse(await streamRegisterCsv(app, staff, SALES, input), 'sales-register.csv'),
  ),
)

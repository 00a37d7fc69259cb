import { exportSalesRegister } from '#contract/admin/exports.ts'
import { streamSalesRegister } from '#server/accounting/registers.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportSalesRegister, async ({ app, staff, input }) =>
    csvResponse(await streamSalesRegister(app, staff, input), 'sales-register.csv'),
  ),
)

import { exportCashUps } from '#contract/admin/exports.ts'
import { streamCashUpsCsv } from '#server/accounting/cash-ups.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportCashUps, async ({ app, staff, input }) =>
    csvResponse(await streamCashUpsCsv(app, staff, input), 'cash-ups.csv'),
  ),
)

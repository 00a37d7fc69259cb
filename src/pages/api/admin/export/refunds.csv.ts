import { exportRefunds } from '#contract/admin/exports.ts'
import { streamRefundsCsv } from '#server/accounting/refunds.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportRefunds, async ({ app, staff, input }) =>
    csvResponse(await streamRefundsCsv(app, staff, input), 'refunds.csv'),
  ),
)

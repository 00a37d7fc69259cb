import { exportRefundsWorkbook } from '#contract/admin/exports.ts'
import { writeRefundWorkbook } from '#server/accounting/refunds.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportRefundsWorkbook, async ({ app, staff, input }) =>
    workbookResponse(await writeRefundWorkbook(app, staff, input), 'refunds.xlsx'),
  ),
)

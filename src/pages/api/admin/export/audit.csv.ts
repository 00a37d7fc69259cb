import { exportAuditLog } from '#contract/admin/exports.ts'
import { streamAuditCsv } from '#server/audit/export.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(exportAuditLog, async ({ app, staff, input }) =>
    csvResponse(await streamAuditCsv(app, staff, input), 'audit.csv'),
  ),
)

import { exportAuditLog } from '#contract/admin/exports.ts'
import { streamAuditCsv } from '#server/audit/export.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(exportAuditLog, async ({ app, staff, input }) => {
    const made = await streamAuditCsv(app, staff, input)
    return made.ok ? csvResponse(made.value, 'audit.csv') : made
  }),
)

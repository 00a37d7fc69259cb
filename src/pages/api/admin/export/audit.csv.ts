import { exportAuditLog } from '#contract/admin/exports.ts'
import { AUDIT_EXPORT } from '#server/audit/export.ts'
import { handleExport, resource } from '#server/endpoint.ts'

export const ALL = resource(handleExport(exportAuditLog, AUDIT_EXPORT))

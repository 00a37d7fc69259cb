import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import { succeed } from '#contract/failure.ts'
import { checkAudit } from '#server/audit/check.ts'
import { readAuditList } from '#server/audit/list.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(listAuditEntries, ({ app, input }) => readAuditList(app, input)),
  handleStaff(checkAuditLog, async ({ app }) => succeed(await checkAudit(app))),
)

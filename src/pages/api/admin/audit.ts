import { checkDeeds, listDeeds } from '#contract/admin/audit.ts'
import { succeed } from '#contract/failure.ts'
import { checkAudit } from '#server/audit/audit-check.ts'
import { readDeeds } from '#server/audit/audit-list.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(
  onStaff(listDeeds, ({ app, input }) => readDeeds(app, input)),
  onStaff(checkDeeds, async ({ app }) => succeed(await checkAudit(app))),
)

import { exportDeeds } from '#contract/admin/exports.ts'
import { deedsCsv } from '#server/audit/audit-export.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { csvAnswer } from '#server/http/answer.ts'

export const prerender = false

export const ALL = resource(
  onStaff(exportDeeds, async ({ app, staff, input }) => {
    const made = await deedsCsv(app, staff, input)
    return made.ok ? csvAnswer(made.value, 'audit.csv') : made
  }),
)

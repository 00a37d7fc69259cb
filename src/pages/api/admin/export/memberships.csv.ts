import { exportMemberships } from '#contract/admin/exports.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { csvAnswer } from '#server/http/answer.ts'
import { membershipsCsv } from '#server/memberships/membership-export.ts'

export const prerender = false

export const ALL = resource(
  onStaff(exportMemberships, async ({ app, staff }) => {
    const made = await membershipsCsv(app, staff)
    return made.ok ? csvAnswer(made.value, 'memberships.csv') : made
  }),
)

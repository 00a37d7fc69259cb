import { exportMemberships } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'
import { streamMembershipsCsv } from '#server/memberships/export.ts'

export const ALL = resource(
  handleStaff(exportMemberships, async ({ app, staff }) =>
    csvResponse(await streamMembershipsCsv(app, staff), 'memberships.csv'),
  ),
)

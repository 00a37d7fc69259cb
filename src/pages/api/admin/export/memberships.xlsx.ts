import { exportMembershipsWorkbook } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'
import { writeMembershipsWorkbook } from '#server/memberships/export.ts'

export const ALL = resource(
  handleStaff(exportMembershipsWorkbook, async ({ app, staff }) =>
    workbookResponse(await writeMembershipsWorkbook(app, staff), 'memberships.xlsx'),
  ),
)

import { exportMemberships } from '#contract/admin/exports.ts'
import { handleExport, resource } from '#server/endpoint.ts'
import { MEMBERSHIPS_EXPORT } from '#server/memberships/export.ts'

export const ALL = resource(handleExport(exportMemberships, MEMBERSHIPS_EXPORT))

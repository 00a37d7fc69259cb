import { exportSubscribers } from '#contract/admin/exports.ts'
import { handleExport, resource } from '#server/endpoint.ts'
import { SUBSCRIBERS_EXPORT } from '#server/messages/newsletter-export.ts'

export const ALL = resource(handleExport(exportSubscribers, SUBSCRIBERS_EXPORT))

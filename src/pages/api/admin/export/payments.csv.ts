import { exportPayments } from '#contract/admin/exports.ts'
import { handleExport, resource } from '#server/endpoint.ts'
import { PAYMENTS_EXPORT } from '#server/payments/export.ts'

export const ALL = resource(handleExport(exportPayments, PAYMENTS_EXPORT))

import { exportRefundsWorkbook } from '#contract/admin/exports.ts'
import { REFUNDS_EXPORT } from '#server/accounting/refunds.ts'
import { handleExport, resource } from '#server/endpoint.ts'

export const ALL = resource(handleExport(exportRefundsWorkbook, REFUNDS_EXPORT))

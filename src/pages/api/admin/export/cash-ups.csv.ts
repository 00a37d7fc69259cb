import { exportCashUps } from '#contract/admin/exports.ts'
import { CASH_UPS_EXPORT } from '#server/accounting/cash-ups.ts'
import { handleExport, resource } from '#server/endpoint.ts'

export const ALL = resource(handleExport(exportCashUps, CASH_UPS_EXPORT))

import { exportSalesReturnsWorkbook } from '#contract/admin/exports.ts'
import { RETURNS_EXPORT } from '#server/accounting/registers.ts'
import { handleExport, resource } from '#server/endpoint.ts'

export const ALL = resource(handleExport(exportSalesReturnsWorkbook, RETURNS_EXPORT))

import { exportSalesRegister } from '#contract/admin/exports.ts'
import { SALES_EXPORT } from '#server/accounting/registers.ts'
import { handleExport, resource } from '#server/endpoint.ts'

export const ALL = resource(handleExport(exportSalesRegister, SALES_EXPORT))

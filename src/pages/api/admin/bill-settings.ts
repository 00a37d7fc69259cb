import { confirmTaxInvoices, readBillSettings } from '#contract/admin/bills.ts'
import { readSettings, setTaxInvoices } from '#server/bills/tax-invoice.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(readBillSettings, ({ app }) => readSettings(app)),
  handleStaff(confirmTaxInvoices, ({ app, staff, input }) => setTaxInvoices(app, staff, input.taxInvoice)),
)

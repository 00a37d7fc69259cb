import type { confirmTaxInvoices as ConfirmTaxInvoices } from '#contract/admin/bills.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { createResource } from '../resource.ts'
import { requireSession } from '../session/session.ts'

export type BillSettings = Output<typeof ConfirmTaxInvoices>

export const { $resource: $billSettings, read: readBillSettings } = createResource('settings', () =>
  staffLedger.billSettings({}),
)

/** Heads later bills with VAT as tax invoices, or as booking invoices again. */
export async function confirmTaxInvoices(taxInvoice: boolean): Promise<Outcome<BillSettings>> {
  const outcome = await requireSession(staffLedger.confirmTaxInvoices({ taxInvoice }))
  if (outcome.ok) $billSettings.set({ settings: outcome.value })
  return outcome
}

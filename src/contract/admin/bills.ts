import * as z from 'zod/mini'
import { SALE_KINDS } from '#domain/bill.ts'
import { isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { reasonSchema } from './audit.ts'

/** Credits a bill in full and issues it again with another buyer. */
export const correctBill = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bills/{id}/correction',
  status: 201,
  role: 'manager',
  fresh: true,
  input: z.strictObject({
    buyerName: z.string().check(z.maxLength(200)),
    /** Empty if the buyer has none. */
    pan: z.string().check(z.maxLength(40)),
    reason: reasonSchema,
  }),
  /** The numbers of the credit note and of the new bill. */
  output: z.object({ credit: z.string(), bill: z.string() }),
  failures: ['not_found', 'invalid', 'wrong_state', 'idempotency_missing', 'idempotency_mismatch'],
})

const billSettingsSchema = z.object({
  mode: z.enum(SALE_KINDS),
  isSample: z.boolean(),
  seller: z.object({ name: z.string(), address: z.string(), pan: z.string() }),
  /** Who confirmed that bills with VAT are tax invoices, and when; `null` if it is not confirmed. */
  taxInvoice: z.nullable(z.object({ by: z.string(), at: z.string() })),
  /** From this day on bills cannot be numbered. */
  endsOn: z.nullable(isoDateSchema),
  /** Payments whose bill or note waits for a number. */
  waiting: z.int(),
})

export const readBillSettings = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bill-settings',
  role: 'owner',
  output: billSettingsSchema,
})

/** Heads later bills with VAT as tax invoices, or as booking invoices again. Issued bills do not change. */
export const confirmTaxInvoices = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/bill-settings',
  role: 'owner',
  fresh: true,
  input: z.strictObject({ taxInvoice: z.boolean() }),
  output: billSettingsSchema,
})

import * as z from 'zod/mini'
import { BILL_KINDS, COPY_MEDIA, SALE_KINDS } from '#domain/bill.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { copyField, copyInput, copyOutput } from '../own-bills.ts'
import { pageSchema } from '../paging.ts'
import { reasonSchema } from './audit.ts'

const billRowSchema = z.object({
  number: z.string(),
  kind: z.enum(BILL_KINDS),
  heading: z.string(),
  issuedOn: isoDateSchema,
  locationName: z.string(),
  buyerName: z.string(),
  /** Empty if the buyer gave none. */
  buyerPan: z.string(),
  total: paisaSchema,
  /** Name of the payment method. */
  method: z.string(),
  bookingId: z.string(),
  paymentId: z.string(),
  /** The bill that a note changes. */
  of: z.nullable(z.string()),
})

/** Bills and notes, newest first. An empty field is no filter. */
export const listBills = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bills',
  input: z.object({
    /** A number, a booking id, a PAN, or part of the name of a buyer. */
    q: z.optional(z.string().check(z.maxLength(200))),
    location: z.optional(z.enum(LOCATION_IDS)),
    kind: z.optional(z.enum(BILL_KINDS)),
    /** Days of issue, both inclusive. */
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    cursor: z.optional(z.string()),
  }),
  output: z.object({
    items: z.array(billRowSchema),
    ...pageSchema,
    /** The total of all pages, where credit notes count as negative; with `total`, unless that is above `MAX_COUNTED`. */
    sum: z.optional(paisaSchema),
  }),
  failures: ['invalid'],
})

export const readBill = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bills/{id}',
  output: z.object({
    bill: billRowSchema,
    /** `null` without VAT, as `vat`. */
    taxable: z.nullable(paisaSchema),
    vat: z.nullable(paisaSchema),
    /** A name of the staff, or `System`. */
    issuedBy: z.string(),
    /** Of a note. */
    reason: z.nullable(z.string()),
    /** What left us, from the original on. `by` is `null` for emails. */
    copies: z.array(
      z.object({ copy: z.int(), medium: z.enum(COPY_MEDIA), by: z.nullable(z.string()), at: z.string() }),
    ),
    /** The notes that change it, oldest first. */
    notes: z.array(billRowSchema),
    /** Whether nothing has changed it yet. */
    canCorrect: z.boolean(),
  }),
  failures: ['not_found'],
})

/** One document as PDF, marked as a copy that is not counted, or as the `copy` of an earlier `copyBill`. */
export const downloadBill = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bills/{id}/bill.pdf',
  input: z.object({ copy: copyField }),
  output: z.instanceof(Uint8Array),
  failures: ['not_found'],
})

/** Counts a copy of a document before it is downloaded or printed. */
export const copyBill = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bills/{id}/copies',
  status: 201,
  input: copyInput,
  output: copyOutput,
  failures: ['not_found', 'idempotency_missing', 'idempotency_mismatch'],
})

/** All documents that a location issued on a day, for our own file: one page each, by number. */
export const printBillsOfDay = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bills/day.pdf',
  recorded: true,
  input: z.object({ location: z.enum(LOCATION_IDS), date: z.string() }),
  output: z.instanceof(Uint8Array),
  failures: ['not_found', 'invalid'],
})

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

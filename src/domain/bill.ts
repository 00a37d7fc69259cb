import { formatAmountInWords } from './amount-in-words.ts'
import type { SeriesType } from './bill-number.ts'
import { type IsoDate, kathmanduDate } from './calendar.ts'
import { type Paisa, paisa, sum } from './money.ts'
import { allocateTaxable, splitVat, type VatSplit } from './vat.ts'

/** What `BILLS` can be: a plain invoice, the bill of a seller with a PAN, or one that shows VAT. */
export const SALE_KINDS = ['receipt', 'pan', 'vat'] as const
type SaleKind = (typeof SALE_KINDS)[number]
export const BILL_KINDS = [...SALE_KINDS, 'credit', 'debit'] as const
export type BillKind = (typeof BILL_KINDS)[number]
type NoteKind = Exclude<BillKind, SaleKind>

export const getSeriesType = (kind: BillKind): SeriesType => (kind === 'pan' || kind === 'vat' ? 'invoice' : kind)

/** Notes of receipts are no tax documents, so they have numbers of their own. */
export const getNoteOutlet = ({ kind, outlet }: { kind: BillKind; outlet: string }): string =>
  kind === 'receipt' ? `${outlet}-R` : outlet

/** How a copy is made on request. */
export const REQUESTED_MEDIA = ['pdf', 'print'] as const
export const COPY_MEDIA = ['email', ...REQUESTED_MEDIA] as const
export type CopyMedium = (typeof COPY_MEDIA)[number]

/** Which copy of a document it is, as it prints on it. */
export type CopyMark = 'Original' | 'Copy of Original' | `Copy of Original, printed ${number} times`

/** The original is copy 0. */
export const getCopyMark = (copy: number): CopyMark =>
  copy === 0 ? 'Original' : `Copy of Original, printed ${copy + 1} times`

interface Heading {
  en: string
  ne: string | null
}
const BOOKING_INVOICE: Heading = { en: 'Booking invoice', ne: null }
const HEADINGS: Readonly<Record<BillKind, Heading>> = {
  receipt: BOOKING_INVOICE,
  pan: { en: 'Invoice', ne: 'बीजक' },
  vat: { en: 'Tax Invoice', ne: 'कर बीजक' },
  credit: { en: 'Credit Note', ne: 'क्रेडिट नोट' },
  debit: { en: 'Debit Note', ne: 'डेबिट नोट' },
}

/** A discount is the last line, with a negative amount. */
interface BillLine {
  label: string
  quantity: number
  /** `month`; empty where nothing is counted. */
  unit: string
  /** Price of one, with VAT. */
  rate: Paisa
  /** With VAT. */
  amount: Paisa
  /** Its part of the taxable amount; `null` without VAT. */
  taxable: Paisa | null
}
export type SaleLine = Omit<BillLine, 'taxable'>

/** Everything that is printed, as it was at the time of issue. It is stored and never changes. */
export interface BillDocument {
  kind: BillKind
  heading: Heading
  number: string
  /** `2083/84` */
  fiscalYear: string
  isSample: boolean
  /** `outlet` is the name of the location. */
  seller: { name: string; address: string; pan: string; outlet: string }
  /** `pan` is empty if the buyer gave none. */
  buyer: { name: string; pan: string }
  transactionOn: IsoDate
  issuedOn: IsoDate
  /** UTC. */
  issuedAt: string
  method: string
  reference: string | null
  bookingId: string
  lines: BillLine[]
  total: Paisa
  /** `null` without VAT, as `vat`. */
  taxable: Paisa | null
  vat: Paisa | null
  words: string
  /** A name of the staff, or `System`. */
  issuedBy: string
  /** The bill that a note changes. */
  of: { number: string; issuedOn: IsoDate } | null
  /** Of a note. */
  reason: string | null
}

/** The sale and its parties, without what the number and the kind decide. */
export type BillFacts = Pick<
  BillDocument,
  'isSample' | 'seller' | 'buyer' | 'transactionOn' | 'method' | 'reference' | 'bookingId'
>
/** `issuedAt` is in milliseconds. */
export interface Issue {
  number: string
  fiscalYear: string
  issuedAt: number
  issuedBy: string
}

/**
 * The bill of a sale. If less was received than its lines sum to, the rest is a discount; more is not billed.
 * `isTaxInvoice` is whether the owner has confirmed that the seller may issue tax invoices.
 */
export function composeBill(
  kind: SaleKind,
  isTaxInvoice: boolean,
  facts: BillFacts,
  sold: readonly SaleLine[],
  received: Paisa,
  issue: Issue,
): BillDocument {
  const price = sum(sold.map(({ amount }) => amount))
  const total = paisa(Math.min(received, price))
  const split = kind === 'vat' ? splitVat(total) : undefined
  const priceSplit = kind === 'vat' ? splitVat(price) : undefined
  const shares =
    priceSplit &&
    allocateTaxable(
      priceSplit.taxable,
      sold.map(({ amount }) => amount),
    )
  const lines = sold.map((line, index) => ({ ...line, taxable: shares?.[index] ?? null }))
  if (total < price) {
    const amount = paisa(total - price)
    const taxable = split && priceSplit ? paisa(split.taxable - priceSplit.taxable) : null
    lines.push({ label: 'Discount', quantity: 1, unit: '', rate: amount, amount, taxable })
  }
  return {
    kind,
    heading: kind === 'vat' && !isTaxInvoice ? BOOKING_INVOICE : HEADINGS[kind],
    ...facts,
    ...describeIssue(issue),
    lines,
    ...describeTotal(total, split),
    of: null,
    reason: null,
  }
}

/** A note about a part of a bill, with its parties and its payment. `split` is that of the note; undefined without VAT. */
export function composeNote(
  kind: NoteKind,
  bill: BillDocument,
  { label, amount, split, reason }: { label: string; amount: Paisa; split: VatSplit | undefined; reason: string },
  issue: Issue,
): BillDocument {
  return {
    ...bill,
    kind,
    // The note of a booking invoice must not look like a tax document either.
    heading: bill.heading.ne === null ? { ...HEADINGS[kind], ne: null } : HEADINGS[kind],
    ...describeIssue(issue),
    transactionOn: kathmanduDate(issue.issuedAt),
    lines: [{ label, quantity: 1, unit: '', rate: amount, amount, taxable: split?.taxable ?? null }],
    ...describeTotal(amount, split),
    of: { number: bill.number, issuedOn: bill.issuedOn },
    reason,
  }
}

/** What is left of a bill after its notes. `split` is undefined without VAT. */
export interface BillRemainder {
  amount: Paisa
  split: VatSplit | undefined
}

/** The bill for another buyer, issued after a note that credits what is left of the first one. */
export function composeCorrection(
  bill: BillDocument,
  buyer: BillDocument['buyer'],
  { amount, split }: BillRemainder,
  issue: Issue,
): BillDocument {
  const change = paisa(amount - bill.total)
  const taxable = split && bill.taxable !== null ? paisa(split.taxable - bill.taxable) : null
  const label = change < 0 ? 'Refunded before' : 'Refunds that failed'
  const line = { label, quantity: 1, unit: '', rate: change, amount: change, taxable }
  return {
    ...bill,
    ...describeIssue(issue),
    ...describeTotal(amount, split),
    buyer,
    lines: change === 0 ? bill.lines : [...bill.lines, line],
  }
}

const describeIssue = ({ number, fiscalYear, issuedAt, issuedBy }: Issue) => ({
  number,
  fiscalYear,
  issuedOn: kathmanduDate(issuedAt),
  issuedAt: new Date(issuedAt).toISOString(),
  issuedBy,
})

const describeTotal = (total: Paisa, split: VatSplit | undefined) => ({
  total,
  taxable: split?.taxable ?? null,
  vat: split?.vat ?? null,
  words: formatAmountInWords(total),
})

/** The documents that are numbered from 1 on their own: receipts, bills for the tax office, and notes. */
export type SeriesType = 'receipt' | 'invoice' | 'credit' | 'debit'

const INFIX: Readonly<Record<SeriesType, string>> = { receipt: '-R', invoice: '', credit: '-CN', debit: '-DN' }

/** One sequence without gaps for each outlet, type and fiscal year. */
export interface BillSeries {
  /** Code of the location; with `TEST-` before it the documents are not real, with `-R` after it they are notes of receipts. */
  outlet: string
  type: SeriesType
  /** `2083/84` */
  fiscalYear: string
}

/** `KAU-8384-00001`, `KAU-CN-8384-00001` for a credit note, or `KAU-R-CN-8384-00001` for that of a receipt. */
export function formatBillNumber({ outlet, type, fiscalYear }: BillSeries, sequence: number): string {
  const code = `${fiscalYear.slice(2, 4)}${fiscalYear.slice(-2)}`
  return `${outlet}${INFIX[type]}-${code}-${String(sequence).padStart(5, '0')}`
}

import type { readAccounts } from '#contract/admin/accounts.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatDate, kathmanduDate } from '#domain/calendar.ts'
import { formatAmount, paisa } from '#domain/money.ts'
import { formatWholeNumber } from '#domain/number.ts'
import { getBrand } from '../catalogue.ts'
import { formatKathmanduTime } from '../exports/table.ts'

const TABLES = {
  'sales-register': `
Bills and debit notes by their day of issue, in the columns of the tax office, with totals.
A bill that was credited later stays here. A bill without VAT has a total only.`,
  'sales-returns': `
Credit notes by their day of issue, in the columns of the tax office, with totals.`,
  payments: `
Money from customers by the day on which we recorded it, with method, reference, bill and VAT.
A row without a bill is money that has none, such as a second payment that we refund.`,
  refunds: `
Money sent back to customers, by the day of the refund, with the credit note.
A refund that failed later is not here; its credit note and its debit note are in the registers.`,
  'cash-ups': `
The last count of each person's till on each day, with its difference from the recorded payments.`,
  memberships: `
All memberships, as they were when this file was made.`,
} as const

export interface ArchivedTable {
  name: keyof typeof TABLES
  rows: number
  /** A table with too many rows for a workbook is there as CSV only. */
  hasWorkbook: boolean
}

/** The text of README.txt. */
export function describeArchive(
  { from, to, totals, sales, returns }: Output<typeof readAccounts>,
  tables: readonly ArchivedTable[],
  bills: number,
  madeAt: string,
): string {
  const { legalName, registration } = getBrand()
  const hasEnded = kathmanduDate(Date.parse(madeAt)) > to
  const text = `Accounts of ${legalName}, PAN ${registration.pan}
${formatDate(from)} to ${formatDate(to)}, all locations
Made on ${formatKathmanduTime(madeAt)}${hasEnded ? '' : ', before these days had ended'}

Amounts are in Nepalese rupees, days and times are those of Nepal.
An Excel file (.xlsx) has the same rows as the CSV file of the same name.

${tables.map(describeTable).join('\n')}
bills/ (${formatWholeNumber(bills)} PDF files)
One for each bill, credit note and debit note, named by its number. They are marked "Copy of Original".

Totals
${formatTotal('Received from customers', totals.received)}
${formatTotal('Refunded to customers', totals.refunded)}
${formatTotal('Received less refunded', totals.received - totals.refunded)}
${formatTotal('Bills and debit notes', sales.gross)}
${formatTotal('Credit notes', returns.gross)}
${formatTotal('VAT of bills, less that of credit notes', sales.vat - returns.vat)}
`
  // The line ends that every editor shows.
  return text.replaceAll('\n', '\r\n')
}

const describeTable = ({ name, rows, hasWorkbook }: ArchivedTable): string =>
  `${name}.csv${hasWorkbook ? `, ${name}.xlsx` : ''} (${formatWholeNumber(rows)} ${rows === 1 ? 'row' : 'rows'})${TABLES[name]}\n`

const formatTotal = (name: string, amount: number): string => `${`${name}:`.padEnd(42)}${formatAmount(paisa(amount))}`

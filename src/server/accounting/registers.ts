import { sql } from 'kysely'
import type { AuditAction } from '#domain/audit.ts'
import { type BillDocument, type BillKind, SALE_KINDS } from '#domain/bill.ts'
import { addDays, kathmanduInstant } from '#domain/calendar.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { DateRange } from '#domain/date-range.ts'
import { findFiscalYear } from '#domain/fiscal-year.ts'
import { RETURNS_REGISTER, type Register, SALES_REGISTER } from '#domain/register.ts'
import { parseBill } from '../bills/bill.ts'
import { getBrand, getFiscalYears } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Cursor } from '../db/paging.ts'
import { type Columns, createTable, toMoneyCell } from '../exports/table.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { createRangeExport, type Scope } from './range.ts'

/** A debit note withdraws a credit note, so it is a sale again. */
export const SALES_EXPORT = createRegisterExport('sales_exported', SALES_REGISTER, [...SALE_KINDS, 'debit'])
export const RETURNS_EXPORT = createRegisterExport('returns_exported', RETURNS_REGISTER, ['credit'])

/** Begins with the title, the seller and the fiscal year, as registers on paper do. */
function createRegisterExport(action: AuditAction, register: Register, kinds: readonly BillKind[]) {
  const totals = register.columns.filter((column) => 'amount' in column).map(({ header }) => header)
  return createRangeExport(action, (db, range, scope) => {
    const query = selectBills(db, range, scope).where('kind', 'in', kinds)
    return createTable({
      name: register.title,
      heading: describeRegister(register, range),
      columns: toColumns(register),
      totals: { label: 'कुल जम्मा', columns: totals },
      readBatch: async (after: Cursor | undefined, limit) => {
        const continued = after ? query.where(sql<boolean>`(issued_at, number) > (${sql.join(after)})`) : query
        const rows = await continued.limit(limit).execute()
        return { rows: rows.map(parseBill), cursors: rows.map(({ issued_at, number }): Cursor => [issued_at, number]) }
      },
    })
  })
}

/** In the order of issue. The day of issue is that of `issued_at`, which has an index. */
export function selectBills(db: Queries, { from, to }: DateRange, { workplaces, location }: Scope) {
  const query = db
    .selectFrom('bills')
    .select(['number', 'issued_at', 'document'])
    .where('issued_at', '>=', instant(kathmanduInstant(from)))
    .where('issued_at', '<', instant(kathmanduInstant(addDays(to, 1))))
    .where(isWithinWorkplaces(workplaces))
    .orderBy('issued_at')
    .orderBy('number')
  return location ? query.where('location_id', '=', location) : query
}

const toColumns = ({ columns }: Register): Columns<BillDocument> =>
  Object.fromEntries(
    columns.map((column) => [
      column.header,
      'amount' in column ? (bill: BillDocument) => toMoneyCell(column.amount(bill)) : column.text,
    ]),
  )

/** The fiscal year is that of the last day. */
function describeRegister({ title, subtitle, columns }: Register, { to }: DateRange): CsvCell[][] {
  const { legalName, registration } = getBrand()
  const year = findFiscalYear(getFiscalYears(), to)
  return [
    [title],
    [subtitle],
    [`PAN ${registration.pan}`, legalName, `Fiscal year ${year?.label ?? ''}`],
    columns.map(({ group = null }, index) => (group === columns[index - 1]?.group ? null : group)),
  ].filter((cells) => cells.some(Boolean))
}

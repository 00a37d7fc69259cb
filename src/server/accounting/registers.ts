import { sql } from 'kysely'
import type { exportSalesRegister } from '#contract/admin/exports.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { AuditAction } from '#domain/audit.ts'
import { type BillDocument, type BillKind, SALE_KINDS } from '#domain/bill.ts'
import { addDays, kathmanduInstant } from '#domain/calendar.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { DateRange } from '#domain/date-range.ts'
import { findFiscalYear } from '#domain/fiscal-year.ts'
import { addTotals, RETURNS_REGISTER, type Register, SALES_REGISTER, sumRegister } from '#domain/register.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { parseBill } from '../bills/bill.ts'
import { getBrand, getFiscalYears } from '../catalogue.ts'
import { type Columns, streamCsv, toRupeeCell } from '../csv/exports.ts'
import { type Sheet, writeWorkbook } from '../csv/workbook.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Cursor } from '../db/paging.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { parseRange, type Scope } from './range.ts'

type AccountsFilter = Input<typeof exportSalesRegister>

interface RegisterExport {
  register: Register
  kinds: readonly BillKind[]
  action: AuditAction
}
/** A debit note withdraws a credit note, so it is a sale again. */
export const SALES: RegisterExport = {
  register: SALES_REGISTER,
  kinds: [...SALE_KINDS, 'debit'],
  action: 'sales_exported',
}
export const RETURNS: RegisterExport = { register: RETURNS_REGISTER, kinds: ['credit'], action: 'returns_exported' }

/** Has only header, rows and totals, so that programs can read it. */
export async function streamRegisterCsv(
  app: App,
  staff: Staff,
  exported: RegisterExport,
  filter: AccountsFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const table = await openRegisterTable(app, staff, exported, filter)
  return table.ok ? succeed(streamCsv(table.value)) : table
}

/** Begins with the title, the seller and the fiscal year, as printed registers do. */
export async function writeRegisterWorkbook(
  app: App,
  staff: Staff,
  exported: RegisterExport,
  filter: AccountsFilter,
): Promise<Outcome<Uint8Array>> {
  const table = await openRegisterTable(app, staff, exported, filter)
  return table.ok ? writeWorkbook(table.value) : table
}

/** Records the export. */
async function openRegisterTable(
  app: App,
  staff: Staff,
  exported: RegisterExport,
  filter: AccountsFilter,
): Promise<Outcome<Sheet<BillDocument, Cursor>>> {
  const range = parseRange(filter)
  if (!range.ok) return range
  await recordExport(app, staff, exported.action, filter)
  return succeed(buildRegisterTable(app.db.read, exported, range.value, { ...staff, location: filter.location }))
}

export function buildRegisterTable(
  db: Queries,
  { register, kinds }: Pick<RegisterExport, 'register' | 'kinds'>,
  range: DateRange,
  scope: Scope,
): Sheet<BillDocument, Cursor> {
  const query = selectBills(db, range, scope).where('kind', 'in', kinds)
  let totals = sumRegister(register, [])
  return {
    name: register.title,
    heading: describeRegister(register, range),
    columns: toColumns(register),
    readBatch: async (after, limit) => {
      const continued = after ? query.where(sql<boolean>`(issued_at, number) > (${sql.join(after)})`) : query
      const found = await continued.limit(limit).execute()
      const rows = found.map(parseBill)
      totals = addTotals(totals, sumRegister(register, rows))
      return { rows, cursors: found.map(({ issued_at, number }): Cursor => [issued_at, number]) }
    },
    getLastRow: () => formatTotals(register, totals),
  }
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
      'amount' in column ? (bill: BillDocument) => toRupeeCell(column.amount(bill)) : column.text,
    ]),
  )

const formatTotals = ({ columns }: Register, totals: readonly number[]): CsvCell[] =>
  columns.map((column, index) => {
    if (index === 0) return 'कुल जम्मा'
    return 'amount' in column ? toRupeeCell(totals[index] ?? 0) : null
  })

/** The fiscal year is that of the last day. */
function describeRegister({ title, subtitle, columns }: Register, { to }: DateRange): CsvCell[][] {
  const { legalName, registration } = getBrand()
  const year = findFiscalYear(getFiscalYears(), to)
  return [
    [title],
    [subtitle],
    [`PAN ${registration.pan}`, legalName, `Fiscal year ${year?.label ?? ''}`],
    columns.map(({ group = null }, index) => (group === columns[index - 1]?.group ? null : group)),
  ]
}

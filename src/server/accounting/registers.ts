import { sql } from 'kysely'
import type { exportSalesRegister } from '#contract/admin/exports.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { AuditAction } from '#domain/audit.ts'
import { type BillDocument, type BillKind, SALE_KINDS } from '#domain/bill.ts'
import { addDays, kathmanduInstant } from '#domain/calendar.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { DateRange } from '#domain/date-range.ts'
import { addTotals, type Register, RETURNS_REGISTER, SALES_REGISTER, sumRegister } from '#domain/register.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { parseBill } from '../bills/bill.ts'
import { type Columns, streamCsv, toRupeeCell } from '../csv/exports.ts'
import { instant } from '../db/instant.ts'
import type { Cursor } from '../db/paging.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { parseRange } from './range.ts'

type AccountsFilter = Input<typeof exportSalesRegister>
type CsvStream = Promise<Outcome<ReadableStream<Uint8Array>>>

/** A debit note withdraws a credit note, so it is a sale again. */
export const streamSalesRegister = (app: App, staff: Staff, filter: AccountsFilter): CsvStream =>
  streamRegister(app, staff, filter, SALES_REGISTER, [...SALE_KINDS, 'debit'], 'sales_exported')

export const streamSalesReturns = (app: App, staff: Staff, filter: AccountsFilter): CsvStream =>
  streamRegister(app, staff, filter, RETURNS_REGISTER, ['credit'], 'returns_exported')

async function streamRegister(
  app: App,
  staff: Staff,
  filter: AccountsFilter,
  register: Register,
  kinds: readonly BillKind[],
  action: AuditAction,
): CsvStream {
  const range = parseRange(filter)
  if (!range.ok) return range
  await recordExport(app, staff, action, filter)
  const query = selectBills(app, staff, range.value, filter.location, kinds)
  let totals = sumRegister(register, [])
  const readBatch = async (after: Cursor | undefined, limit: number) => {
    const continued = after ? query.where(sql<boolean>`(issued_at, number) > (${sql.join(after)})`) : query
    const found = await continued.limit(limit).execute()
    const rows = found.map(parseBill)
    totals = addTotals(totals, sumRegister(register, rows))
    return { rows, cursors: found.map(({ issued_at, number }): Cursor => [issued_at, number]) }
  }
  return succeed(streamCsv(toColumns(register), readBatch, () => formatTotals(register, totals)))
}

/** In the order of issue. The day of issue is that of `issued_at`, which has an index. */
function selectBills(
  app: App,
  staff: Staff,
  { from, to }: DateRange,
  location: AccountsFilter['location'],
  kinds: readonly BillKind[],
) {
  const query = app.db.read
    .selectFrom('bills')
    .select(['number', 'issued_at', 'document'])
    .where('issued_at', '>=', instant(kathmanduInstant(from)))
    .where('issued_at', '<', instant(kathmanduInstant(addDays(to, 1))))
    .where('kind', 'in', kinds)
    .where(isWithinWorkplaces(staff.workplaces))
    .orderBy('issued_at')
    .orderBy('number')
  return location ? query.where('location_id', '=', location) : query
}

const toColumns = (register: Register): Columns<BillDocument> =>
  Object.fromEntries(
    register.map((column) => [
      column.header,
      'amount' in column ? (bill: BillDocument) => toRupeeCell(column.amount(bill)) : column.text,
    ]),
  )

const formatTotals = (register: Register, totals: readonly number[]): CsvCell[] =>
  register.map((column, index) => {
    if (index === 0) return 'कुल जम्मा'
    return 'amount' in column ? toRupeeCell(totals[index] ?? 0) : null
  })

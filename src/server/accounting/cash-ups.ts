import { sql } from 'kysely'
import type { exportCashUps } from '#contract/admin/exports.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { formatRegisterDate } from '#domain/bikram-sambat.ts'
import type { DateRange } from '#domain/date-range.ts'
import { type Paisa, sum } from '#domain/money.ts'
import { formatStaffName } from '#domain/staff.ts'
import { getDifferences } from '#domain/till.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { findName, findOutletCode, getCatalogue } from '../catalogue.ts'
import { type Columns, formatKathmanduTime, streamCsv, toRupeeCell } from '../csv/exports.ts'
import { type Sheet, writeWorkbook } from '../csv/workbook.ts'
import type { Queries } from '../db/database.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { parseTill } from '../till/cash-up-status.ts'
import { parseRange, type Scope } from './range.ts'

type CashUpsFilter = Input<typeof exportCashUps>
/** Day, location and staff member. */
type Position = readonly [string, string, string]

export async function streamCashUpsCsv(
  app: App,
  staff: Staff,
  filter: CashUpsFilter,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const table = await openCashUpTable(app, staff, filter)
  return table.ok ? succeed(streamCsv(table.value)) : table
}

export async function writeCashUpWorkbook(app: App, staff: Staff, filter: CashUpsFilter): Promise<Outcome<Uint8Array>> {
  const table = await openCashUpTable(app, staff, filter)
  return table.ok ? writeWorkbook(table.value) : table
}

/** Records the export. */
async function openCashUpTable(
  app: App,
  staff: Staff,
  filter: CashUpsFilter,
): Promise<Outcome<Sheet<CashUpRow, Position>>> {
  const range = parseRange(filter)
  if (!range.ok) return range
  await recordExport(app, staff, 'till_exported', filter)
  return succeed(buildCashUpTable(app.db.read, range.value, { ...staff, location: filter.location }))
}

/** The last count of each person, day and location. */
export function buildCashUpTable(db: Queries, range: DateRange, scope: Scope): Sheet<CashUpRow, Position> {
  const query = selectCashUps(db, range, scope)
  return {
    name: 'Cash-ups',
    columns: COLUMNS,
    readBatch: async (after, limit) => {
      const continued = after
        ? query.where(sql<boolean>`(cash_ups.day, cash_ups.location_id, cash_ups.staff_id) > (${sql.join(after)})`)
        : query
      const rows = await continued.limit(limit).execute()
      return { rows, cursors: rows.map(({ day, location_id, staff_id }): Position => [day, location_id, staff_id]) }
    },
  }
}

function selectCashUps(db: Queries, { from, to }: DateRange, { workplaces, location }: Scope) {
  const query = db
    .selectFrom('cash_ups')
    .innerJoin('staff', 'staff.id', 'cash_ups.staff_id')
    .leftJoin('staff as approver', 'approver.id', 'cash_ups.approved_by')
    .selectAll('cash_ups')
    .select(['staff.name', 'staff.email', 'approver.name as approver_name', 'approver.email as approver_email'])
    .where('cash_ups.day', '>=', from)
    .where('cash_ups.day', '<=', to)
    .where(isWithinWorkplaces(workplaces))
    .orderBy('cash_ups.day')
    .orderBy('cash_ups.location_id')
    .orderBy('cash_ups.staff_id')
  return location ? query.where('cash_ups.location_id', '=', location) : query
}

type CashUpRow = Awaited<ReturnType<ReturnType<typeof selectCashUps>['execute']>>[number]

/** Negative if money is missing. */
const getDifference = (row: CashUpRow): Paisa => sum(Object.values(getDifferences(parseTill(row))))

const COLUMNS: Columns<CashUpRow> = {
  Day: ({ day }) => day,
  'Day (BS)': ({ day }) => formatRegisterDate(day),
  Location: ({ location_id }) => findName(getCatalogue().locations, location_id),
  Outlet: ({ location_id }) => findOutletCode(location_id),
  Person: ({ name, email }) => formatStaffName(name, email),
  'Opening float (NPR)': ({ opening }) => toRupeeCell(opening),
  'Cash expected (NPR)': (row) => toRupeeCell(parseTill(row).expected.cash),
  'Cash counted (NPR)': (row) => toRupeeCell(parseTill(row).counted.cash),
  'QR code expected (NPR)': (row) => toRupeeCell(parseTill(row).expected.counter_qr),
  'QR code counted (NPR)': (row) => toRupeeCell(parseTill(row).counted.counter_qr),
  'Card expected (NPR)': (row) => toRupeeCell(parseTill(row).expected.card_terminal),
  'Card counted (NPR)': (row) => toRupeeCell(parseTill(row).counted.card_terminal),
  'Difference (NPR)': (row) => toRupeeCell(getDifference(row)),
  'Taken to the bank (NPR)': ({ banked }) => toRupeeCell(banked),
  Reason: ({ reason }) => reason,
  'Signed by': ({ signed_name }) => signed_name,
  'Signed at': ({ signed_at }) => signed_at && formatKathmanduTime(signed_at),
  'Difference approved by': ({ approver_name, approver_email }) =>
    approver_email === null ? null : formatStaffName(approver_name, approver_email),
}

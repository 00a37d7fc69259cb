import { sql } from 'kysely'
import { formatRegisterDate } from '#domain/bikram-sambat.ts'
import type { DateRange } from '#domain/date-range.ts'
import { type Paisa, sum } from '#domain/money.ts'
import { formatStaffName } from '#domain/staff.ts'
import { getDifferences } from '#domain/till.ts'
import { findName, findOutletCode, getCatalogue } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { type Columns, createTable, formatKathmanduTime, toMoneyCell } from '../exports/table.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { parseTill } from '../till/cash-up-status.ts'
import { createRangeExport, type Scope } from './range.ts'

/** Day, location and staff member. */
type Position = readonly [string, string, string]

/** The last count of each person, day and location. */
export const CASH_UPS_EXPORT = createRangeExport('till_exported', (db, range, scope) => {
  const query = selectCashUps(db, range, scope)
  const readBatch = async (after: Position | undefined, limit: number) => {
    const continued = after
      ? query.where(sql<boolean>`(cash_ups.day, cash_ups.location_id, cash_ups.staff_id) > (${sql.join(after)})`)
      : query
    const rows = await continued.limit(limit).execute()
    return { rows, cursors: rows.map(({ day, location_id, staff_id }): Position => [day, location_id, staff_id]) }
  }
  return createTable({ name: 'Cash-ups', columns: COLUMNS, readBatch })
})

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
  'Opening float (NPR)': ({ opening }) => toMoneyCell(opening),
  'Cash expected (NPR)': (row) => toMoneyCell(parseTill(row).expected.cash),
  'Cash counted (NPR)': (row) => toMoneyCell(parseTill(row).counted.cash),
  'QR code expected (NPR)': (row) => toMoneyCell(parseTill(row).expected.counter_qr),
  'QR code counted (NPR)': (row) => toMoneyCell(parseTill(row).counted.counter_qr),
  'Card expected (NPR)': (row) => toMoneyCell(parseTill(row).expected.card_terminal),
  'Card counted (NPR)': (row) => toMoneyCell(parseTill(row).counted.card_terminal),
  'Difference (NPR)': (row) => toMoneyCell(getDifference(row)),
  'Taken to the bank (NPR)': ({ banked }) => toMoneyCell(banked),
  Reason: ({ reason }) => reason,
  'Signed by': ({ signed_name }) => signed_name,
  'Signed at': ({ signed_at }) => signed_at && formatKathmanduTime(signed_at),
  'Difference approved by': ({ approver_name, approver_email }) =>
    approver_email === null ? null : formatStaffName(approver_name, approver_email),
}

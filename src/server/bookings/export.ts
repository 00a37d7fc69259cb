import type { exportBookings } from '#contract/admin/exports.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import type { Paisa } from '#domain/money.ts'
import { RECEIVED_STATES, sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import type { TableExport } from '../audit/export-table.ts'
import { findName, getMethodNames } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Cursor } from '../db/paging.ts'
import type { Booking, Payment, RoomReservation } from '../db/schema.ts'
import { type Batch, type Columns, createTable, formatKathmanduTime, toMoneyCell } from '../exports/table.ts'
import { readReservationsOfBookings } from '../rooms/view.ts'
import type { Staff } from '../staff/sessions.ts'
import { formatLine, getCustomerName, parseLines } from './booking.ts'
import { type ParsedBookingFilter, parseBookingFilter, selectFilteredBookings } from './filter.ts'
import { getPrice, readAppliedChanges } from './price.ts'

export const BOOKINGS_EXPORT: TableExport<Input<typeof exportBookings>, Staff> = {
  action: 'bookings_exported',
  open: (app, { workplaces }, filter) => {
    const parsed = parseBookingFilter(filter, workplaces)
    if (!parsed.ok) return parsed
    return succeed(
      createTable({
        name: 'Bookings',
        columns: listColumns(app),
        readBatch: (after: Cursor | undefined, limit) => readBatch(app.db.read, parsed.value, after, limit),
      }),
    )
  },
}

async function readBatch(
  db: Queries,
  filter: ParsedBookingFilter,
  after: Cursor | undefined,
  limit: number,
): Promise<Batch<ExportedBooking, Cursor>> {
  const found = await selectFilteredBookings(db, filter, after).limit(limit).execute()
  const cursors = found.map(({ sorted, id }): Cursor => [sorted, id])
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return { rows: [], cursors }
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const reservations = await readReservationsOfBookings(db, ids)
  const appliedChanges = await readAppliedChanges(db, ids)
  const paymentsOf = Map.groupBy(payments, ({ booking_id }) => booking_id)
  const roomsOf = Map.groupBy(reservations, ({ booking_id }) => booking_id)
  const byId = new Map(
    rows.map((row) => {
      const payments = paymentsOf.get(row.id) ?? []
      const price = getPrice(row, payments, appliedChanges)
      return [row.id, { ...row, price, payments, rooms: roomsOf.get(row.id) ?? [] }]
    }),
  )
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), cursors }
}

type ExportedBooking = Booking & { price: Paisa; payments: readonly Payment[]; rooms: readonly RoomReservation[] }

const listColumns = (app: App): Columns<ExportedBooking> => ({
  'Booking ID': ({ id }) => id,
  Status: ({ state }) => BOOKING_LABELS[state],
  Customer: getCustomerName,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Company: ({ company }) => company,
  PAN: ({ pan }) => pan,
  Location: ({ location_name }) => location_name,
  Plan: ({ plan_name }) => plan_name,
  Period: ({ period }) => period,
  'First day': ({ start_date }) => start_date,
  'Last day': ({ end_date }) => end_date,
  From: ({ start_time }) => start_time,
  To: ({ end_time }) => end_time,
  Seats: ({ seats }) => seats,
  Includes: (row) =>
    parseLines(row)
      .map((line) => formatLine(line, row))
      .join('; '),
  Rooms: ({ rooms }) =>
    rooms
      .map(
        ({ room_id, day, start_time, end_time }) => `${findName(app.rooms, room_id)} ${day} ${start_time}–${end_time}`,
      )
      .join('; '),
  'Amount (NPR)': ({ price }) => toMoneyCell(price),
  'Paid (NPR)': ({ payments }) => toMoneyCell(sumRefundableAmounts(payments)),
  'Payment method': ({ method }) => method && (getMethodNames()[method] ?? method),
  Transaction: ({ payments }) =>
    payments
      .filter(({ state }) => RECEIVED_STATES.includes(state))
      .map(({ provider_reference }) => provider_reference)
      .filter(Boolean)
      .join('; '),
  'Placed by staff': ({ placed_by }) => (placed_by === null ? 'no' : 'yes'),
  Notes: ({ notes }) => notes,
  Created: ({ created_at }) => formatKathmanduTime(created_at),
})

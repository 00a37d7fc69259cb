import type { exportBookings } from '#contract/admin/exports.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { ATTEMPT_STATES } from '#domain/payment.ts'
import { getRefundableAmount, isRefundable } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/entries.ts'
import { getMethodNames } from '../catalogue.ts'
import { type Batch, type Columns, formatKathmanduTime, streamCsv, toRupeeCell } from '../csv/exports.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { type BookingCursor, type ParsedBookingFilter, parseBookingFilter, selectFilteredBookings } from './filter.ts'
import { getCustomerName, parseLines } from './rows.ts'

/** All bookings of a filter, line by line; who took them out of the house is on record before the first. */
export async function streamBookingsCsv(
  app: App,
  staff: Staff,
  filter: Input<typeof exportBookings>,
): Promise<Outcome<ReadableStream<Uint8Array>>> {
  const wanted = parseBookingFilter(filter, staff.workplaces)
  if (!wanted.ok) return wanted
  await recordExport(app, staff, 'bookings_exported', filter)
  return succeed(
    streamCsv(COLUMNS, (after: BookingCursor | undefined, most) => readBatch(app.db.read, wanted.value, after, most)),
  )
}

async function readBatch(
  db: Queries,
  wanted: ParsedBookingFilter,
  after: BookingCursor | undefined,
  most: number,
): Promise<Batch<BookingTable & PaidAmount, BookingCursor>> {
  const places: BookingCursor[] = await selectFilteredBookings(db, wanted, after).limit(most).execute()
  const ids = places.map(({ id }) => id)
  if (ids.length === 0) return { rows: [], cursors: places }
  const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  const paid = await readPaidAmounts(db, ids)
  const byId = new Map(rows.map((row) => [row.id, { ...row, ...paid.get(row.id) }]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), cursors: places }
}

interface PaidAmount {
  /** What came less what went back. */
  paid?: number
  /** As the accounts show them. */
  transactions?: string
}

/** What is in our hands for each of some bookings. */
async function readPaidAmounts(db: Queries, ids: readonly string[]): Promise<Map<string, PaidAmount>> {
  const found = new Map<string, PaidAmount>()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', 'in', ids)
    // What has gone back whole is nothing any more, and stands in the accounts.
    .where('state', 'in', [...ATTEMPT_STATES.filter(isRefundable), 'refunded'])
    .orderBy('created_at')
    .execute()
  for (const payment of payments) {
    const { paid = 0, transactions } = found.get(payment.booking_id) ?? {}
    found.set(payment.booking_id, {
      paid: paid + getRefundableAmount(payment),
      transactions: [transactions, payment.provider_reference].filter(Boolean).join('; '),
    })
  }
  return found
}

const COLUMNS: Columns<BookingTable & PaidAmount> = {
  'Booking ID': ({ id }) => id,
  Status: ({ state }) => BOOKING_LABELS[state],
  Customer: getCustomerName,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Company: ({ company }) => company,
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
      .map(({ label, quantity }) => `${label} × ${quantity}`)
      .join('; '),
  'Amount (NPR)': ({ total_amount }) => toRupeeCell(total_amount),
  'Paid (NPR)': ({ paid = 0 }) => toRupeeCell(paid),
  'Payment method': ({ method }) => method && (getMethodNames()[method] ?? method),
  Transaction: ({ transactions }) => transactions ?? null,
  'Placed by staff': ({ placed_by }) => (placed_by === null ? 'no' : 'yes'),
  Notes: ({ notes }) => notes,
  Created: ({ created_at }) => formatKathmanduTime(created_at),
}

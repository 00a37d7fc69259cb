import type { BookingRow, listBookings } from '#contract/admin/bookings.ts'
import type { PaymentToCheck } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isPaid, isSettled } from '#domain/payment.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { countTotal } from '../db/paging.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { formatCursor, parseBookingFilter, parseCursor, selectFilteredBookings } from './filter.ts'
import { readPaymentsToCheck } from './receipt-review.ts'
import { getCustomerName } from './rows.ts'

const PAGE_SIZE = 25
const MAX_PAGE_SIZE = 100

/** The staff's list, a page of it. The cursor is the place of the last row, so that new rows move nothing. */
export async function readBookingList(
  app: App,
  { cursor, limit, ...filter }: Input<typeof listBookings>,
  { workplaces }: Pick<Staff, 'workplaces'>,
): Promise<Outcome<Output<typeof listBookings>>> {
  const wanted = parseBookingFilter(filter, workplaces)
  const after = cursor === undefined ? undefined : parseCursor(cursor, filter.sort)
  const size = limit === undefined ? PAGE_SIZE : parseLimit(limit)
  const fields = {
    ...(!wanted.ok && wanted.failure.fields),
    ...(cursor !== undefined && !after && { cursor: 'Send the "next" of an earlier answer' }),
    ...(size === undefined && { limit: `Send a whole number from 1 to ${MAX_PAGE_SIZE}` }),
  }
  if (!wanted.ok || size === undefined || Object.keys(fields).length > 0) return fail('invalid', { fields })
  // First the places, from the index alone, then the rows of one page.
  const query = selectFilteredBookings(app.db.read, wanted.value, after)
  const found = await query.limit(size + 1).execute()
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  const rows = await readBookingRows(
    app.db.read,
    page.map(({ id }) => id),
  )
  const next = last ? formatCursor(last) : null
  const total = await countTotal(app.db.read, query, { after, next, rows: page.length })
  return succeed({ items: page.flatMap(({ id }) => rows.get(id) ?? []), next, ...total })
}

/** The rows of some bookings, by id, as they are now. */
export async function readBookingRows(db: Queries, ids: readonly string[]): Promise<Map<string, BookingRow>> {
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('bookings').select(COLUMNS).where('id', 'in', ids).execute()
  const payments = await readCountedPayments(db, ids)
  const toCheck = await readPaymentsToCheck(db, ids)
  return new Map(
    found.map((booking) => [booking.id, toBookingRow(booking, payments.get(booking.id), toCheck.get(booking.id))]),
  )
}

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'location_id',
  'location_name',
  'plan_id',
  'plan_name',
  'start_date',
  'end_date',
  'total_amount',
  'state',
  'version',
  'created_at',
] as const
type ListedBooking = Pick<BookingTable, (typeof COLUMNS)[number]>

type CountedPayment = Pick<PaymentTable, 'id' | 'method' | 'state' | 'amount'> & Pick<BookingRow, 'attention'>

const toBookingRow = (
  booking: ListedBooking,
  payment: CountedPayment | undefined,
  toCheck: PaymentToCheck | undefined,
): BookingRow => ({
  bookingId: booking.id,
  customerName: getCustomerName(booking),
  email: booking.email,
  phone: booking.phone,
  company: booking.company,
  locationId: booking.location_id,
  locationName: booking.location_name,
  planId: booking.plan_id,
  planName: booking.plan_name,
  startDate: booking.start_date,
  endDate: booking.end_date,
  // A fee belongs to a try that is paid or may still be.
  amount: payment && (isPaid(payment.state) || !isSettled(payment.state)) ? payment.amount : booking.total_amount,
  method: payment?.method ?? null,
  state: booking.state,
  version: booking.version,
  createdAt: booking.created_at,
  attention: payment?.attention ?? (toCheck?.receipts.some(({ duplicate }) => duplicate) ? 'receipt_seen' : null),
  toCheck: toCheck ?? null,
  toDecide: booking.state === 'needs_decision' && payment && isPaid(payment.state) ? payment.id : null,
})

/** The payment that counts for each booking: the one that was paid, else the latest. */
async function readCountedPayments(db: Queries, ids: readonly string[]): Promise<Map<string, CountedPayment>> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'booking_id', 'method', 'state', 'amount', 'left_to_staff_at', 'kept_since'])
    .where('booking_id', 'in', ids)
    // The difference of a move is no second payment of the same.
    .where('difference_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const chosen = new Map<string, CountedPayment>()
  for (const row of rows) {
    const known = chosen.get(row.booking_id)
    const counts = known && isPaid(known.state) ? known : row
    chosen.set(row.booking_id, { ...counts, attention: getAttention(row, known) })
  }
  return chosen
}

/** What there is to look at among a booking's payments up to this one. */
function getAttention(
  payment: Pick<PaymentTable, 'state' | 'left_to_staff_at' | 'kept_since'>,
  known: CountedPayment | undefined,
): CountedPayment['attention'] {
  if (payment.state === 'mismatch') return 'amount_differs'
  if (known && isPaid(known.state) && isPaid(payment.state)) return 'paid_twice'
  const isOpen = payment.left_to_staff_at !== null || payment.kept_since !== null
  if (isOpen && !isSettled(payment.state)) return known?.attention ?? 'unsettled'
  return known?.attention ?? null
}

function parseLimit(text: string): number | undefined {
  const limit = Number(text)
  return /^\d{1,3}$/.test(text) && limit >= 1 && limit <= MAX_PAGE_SIZE ? limit : undefined
}

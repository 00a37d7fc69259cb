import { sql } from 'kysely'
import type { BookingRow, listBookings } from '#contract/admin/bookings.ts'
import type { PaymentToCheck } from '#contract/admin/payments.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { type Paisa, paisa } from '#domain/money.ts'
import { isOpenAttempt, isPaid } from '#domain/payment.ts'
import type { App, Result } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { isCounted, parsePaging, readPage } from '../db/paging.ts'
import type { Booking, Payment } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { getCustomerName } from './booking.ts'
import { parseBookingFilter, selectFilteredBookings } from './filter.ts'
import { getPrice, readAppliedChanges, selectPrice } from './price.ts'
import { readPaymentsToCheck } from './receipt-review.ts'
import { getRefundDue } from './refund-due.ts'

export async function readBookingList(
  app: App,
  { cursor, limit, ...filter }: Input<typeof listBookings>,
  { workplaces }: Pick<Staff, 'workplaces'>,
): Result<typeof listBookings> {
  const parsed = parseBookingFilter(filter, workplaces)
  const paging = parsePaging({ cursor, limit })
  if (!parsed.ok || !paging.ok)
    return fail('invalid', {
      fields: { ...(!parsed.ok && parsed.failure.fields), ...(!paging.ok && paging.failure.fields) },
    })
  // First the ids from the index, then one page of rows.
  const query = selectFilteredBookings(app.db.read, parsed.value, paging.value.after)
  const { page, next, total } = await readPage(app.db.read, query, paging.value, ({ sorted, id }) => [sorted, id])
  const ids = page.map(({ id }) => id)
  const rows = await readBookingRows(app.db.read, ids)
  const items = ids.flatMap((id) => rows.get(id) ?? [])
  if (!isCounted(total)) return succeed({ items, next, ...total })
  // The amounts of one page need no second search.
  const sum = next === null ? addAmounts(items) : await sumAmounts(app.db.read, query)
  return succeed({ items, next, ...total, sum })
}

const addAmounts = (items: readonly BookingRow[]): Paisa => paisa(items.reduce((sum, { amount }) => sum + amount, 0))

/** Adds the amounts that `toBookingRow` shows. */
async function sumAmounts(db: Queries, query: ReturnType<typeof selectFilteredBookings>): Promise<Paisa> {
  const { sum } = await db
    .selectFrom(query.clearOrderBy().as('listed'))
    .select((listed) => sql<string | null>`sum(${selectPrice(listed)})`.as('sum'))
    .executeTakeFirstOrThrow()
  // PostgreSQL returns sums as text.
  return paisa(Number(sum ?? 0))
}

export async function readBookingRows(db: Queries, ids: readonly string[]): Promise<Map<string, BookingRow>> {
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  const payments = await readPayments(db, ids)
  const counted = findCountedPayments(payments)
  const paymentsOf = Map.groupBy(payments, ({ booking_id }) => booking_id)
  const appliedChanges = await readAppliedChanges(db, ids)
  const toCheck = await readPaymentsToCheck(db, ids)
  return new Map(
    found.map((booking) => [
      booking.id,
      toBookingRow(
        booking,
        getPrice(booking, paymentsOf.get(booking.id) ?? [], appliedChanges),
        counted.get(booking.id),
        toCheck.get(booking.id),
      ),
    ]),
  )
}

interface CountedPayment extends Pick<Payment, 'id' | 'method' | 'state'>, Pick<BookingRow, 'attention'> {
  /** Id of the payment that `attention` is about. */
  reviewId: string | null
}

const toBookingRow = (
  booking: Booking,
  amount: Paisa,
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
  seats: booking.seats,
  startDate: booking.start_date,
  endDate: booking.end_date,
  amount,
  method: payment?.method ?? null,
  state: booking.state,
  version: booking.version,
  createdAt: booking.created_at,
  attention: payment?.attention ?? (toCheck?.receipts.some(({ duplicate }) => duplicate) ? 'receipt_reused' : null),
  paymentToCheck: toCheck ?? null,
  paymentToDecide:
    booking.state === 'needs_decision' && payment && isPaid(payment.state) ? payment.id : (payment?.reviewId ?? null),
})

const readPayments = (db: Queries, ids: readonly string[]) =>
  db
    .selectFrom('payments')
    .select(['id', 'booking_id', 'method', 'state', 'amount', 'fee', 'left_to_staff_at', 'held_since'])
    .select(['purpose', 'received', 'refunded', 'refund_due', 'change_id'])
    .where('booking_id', 'in', ids)
    .orderBy('created_at')
    .execute()

/** The payment that counts for each booking: the paid one, else the latest. */
function findCountedPayments(rows: Awaited<ReturnType<typeof readPayments>>): Map<string, CountedPayment> {
  const chosen = new Map<string, CountedPayment>()
  // A price difference is no second payment of the booking.
  for (const row of rows.filter(({ purpose }) => purpose === 'booking')) {
    const previous = chosen.get(row.booking_id)
    const counted = previous && isPaid(previous.state) ? previous : row
    const attention = getAttention(row, previous)
    const reviewId = attention === (previous?.attention ?? null) ? (previous?.reviewId ?? null) : row.id
    chosen.set(row.booking_id, { ...counted, attention, reviewId })
  }
  for (const row of rows) {
    const counted = chosen.get(row.booking_id)
    if (counted?.attention === null && getRefundDue(row) > 0)
      chosen.set(row.booking_id, { ...counted, attention: 'refund_due', reviewId: row.id })
  }
  return chosen
}

function getAttention(
  payment: Pick<Payment, 'state' | 'left_to_staff_at' | 'held_since'>,
  previous: CountedPayment | undefined,
): CountedPayment['attention'] {
  if (payment.state === 'mismatch') return 'amount_differs'
  if (previous && isPaid(previous.state) && isPaid(payment.state)) return 'paid_twice'
  const isLeftToStaff = payment.left_to_staff_at !== null || payment.held_since !== null
  return previous?.attention ?? (isLeftToStaff && isOpenAttempt(payment.state) ? 'unsettled' : null)
}

import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isActionAllowed } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { calculateCancellationRefund, calculateFreeCancellationEnd, isWithinGuarantee } from '#domain/cancellation.ts'
import { type Paisa, ZERO } from '#domain/money.ts'
import { calculatePriceDifferenceDue } from '#domain/price-difference.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { readBookingRows } from '../bookings/list.ts'
import { parseLines } from '../bookings/rows.ts'
import { hasBookingStarted } from '../bookings/start-check.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { findBookingForStaff } from './booking-access.ts'
import { findPlacedBy, readTimeline } from './booking-timeline.ts'

/** A booking with everything that belongs to it, as staff of its location see it. */
export async function loadBookingDetail(app: App, staff: Staff, id: string): Promise<Outcome<BookingDetail>> {
  const booking = await findBookingForStaff(app.db.read, staff, id)
  return booking ? succeed(await buildBookingDetail(app, app.db.read, booking)) : fail('not_found')
}

/** As `readDetail`, of a row that is at hand; within a writing it says how things stand after it. */
export async function buildBookingDetail(app: App, db: Queries, booking: BookingTable): Promise<BookingDetail> {
  const row = (await readBookingRows(db, [booking.id])).get(booking.id)
  if (!row) throw new Error(`booking ${booking.id} is not there`)
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .orderBy('created_at')
    .execute()
  const membership = await db
    .selectFrom('memberships')
    .select(['id as membershipId', 'status', 'end_date as endDate'])
    .where('booking_id', '=', booking.id)
    .executeTakeFirst()
  return {
    ...row,
    firstName: booking.first_name,
    lastName: booking.last_name,
    billing: booking.period,
    startTime: booking.start_time,
    endTime: booking.end_time,
    seats: booking.seats,
    lines: parseLines(booking),
    totalAmount: booking.total_amount,
    difference: getPriceDifference(booking, payments),
    begun: await hasBookingStarted(db, booking, app.now()),
    notes: booking.notes,
    placedBy: await findPlacedBy(db, booking),
    expiresAt: booking.expires_at,
    payments: await readDetailPayments(db, payments),
    membership: membership ?? null,
    cancellation: await getCancellationTerms(app, db, booking, payments, membership !== undefined),
    timeline: await readTimeline(db, booking, payments),
  }
}

async function readDetailPayments(db: Queries, payments: readonly PaymentTable[]): Promise<BookingDetail['payments']> {
  const ids = payments.map(({ id }) => id)
  const pictures =
    ids.length === 0
      ? []
      : await db
          .selectFrom('payment_evidence')
          .select(['id', 'payment_id'])
          .where('payment_id', 'in', ids)
          .where('picture', 'is not', null)
          .orderBy('created_at')
          .execute()
  return payments.map((payment) => ({
    paymentId: payment.id,
    method: payment.method,
    state: payment.state,
    amount: payment.amount,
    fee: payment.fee,
    received: payment.received,
    refunded: payment.refunded,
    transactionId: payment.provider_reference,
    reason: payment.reason,
    createdAt: payment.created_at,
    receipts: pictures.filter(({ payment_id }) => payment_id === payment.id).map(({ id }) => id),
  }))
}

async function getCancellationTerms(
  app: App,
  db: Queries,
  booking: BookingTable,
  payments: readonly PaymentTable[],
  hasMembership: boolean,
): Promise<BookingDetail['cancellation']> {
  const until = getFreeCancellationEnd(app, booking)
  const kept = sumRefundableAmounts(payments)
  const guarantee =
    hasMembership &&
    isWithinGuarantee(booking.start_date, kathmanduDate(app.now())) &&
    !(await hadMembershipBefore(db, booking))
  return { freeUntil: instant(until), refund: calculateCancellationRefund(kept, until, app.now()), kept, guarantee }
}

/** Until when a cancellation gives everything back: by its days, unless that had passed before it was moved to them. */
export function getFreeCancellationEnd(app: App, { location_id, start_date, free_until }: BookingTable): number {
  if (free_until) return Date.parse(free_until)
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location) throw new Error(`location ${location_id} is not there`)
  return calculateFreeCancellationEnd(location, start_date)
}

async function hadMembershipBefore(db: Queries, { id, email, created_at }: BookingTable): Promise<boolean> {
  const earlier = await db
    .selectFrom('memberships')
    .select('id')
    .where('email', '=', email)
    .where('booking_id', '!=', id)
    .where('created_at', '<=', created_at)
    .executeTakeFirst()
  return email !== '' && earlier !== undefined
}

/** What staff may take for the days of a booking now, of all whose payments are given. */
export const getPriceDifference = (
  { state, total_amount, moved_price }: BookingTable,
  payments: readonly PaymentTable[],
): Paisa =>
  isActionAllowed('difference', state)
    ? calculatePriceDifferenceDue(
        total_amount,
        moved_price,
        sumRefundableAmounts(payments.filter(({ difference_at }) => difference_at !== null)),
      )
    : ZERO

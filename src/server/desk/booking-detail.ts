import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { isActionAllowed, isOpenBooking } from '#domain/booking.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { calculateCancellationRefund, GUARANTEE_DAYS, isWithinGuarantee } from '#domain/cancellation.ts'
import { type Paisa, paisa, sum, ZERO } from '#domain/money.ts'
import { calculatePriceDifferenceDue } from '#domain/price-difference.ts'
import { getRefundableAmount, sumRefundableAmounts } from '#domain/refund.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { parseLines } from '../bookings/booking.ts'
import { isClosedDayPass, readFreeCancellationEnd } from '../bookings/cancellation-terms.ts'
import { readGuestsView } from '../bookings/guests.ts'
import { readBookingRows } from '../bookings/list.ts'
import { readPeople } from '../bookings/people.ts'
import { getTotals } from '../bookings/price.ts'
import { getRefundDue } from '../bookings/refund-due.ts'
import { readHoursAction } from '../bookings/room-hours.ts'
import { readClosedFirstDay } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { findMembershipOf } from '../memberships/renewals.ts'
import { readBookingRooms } from '../rooms/view.ts'
import type { Staff } from '../staff/sessions.ts'
import { readStaffName } from '../staff/staff-name.ts'
import { hasBookingStarted } from './arrivals.ts'
import { readTimeline } from './booking-timeline.ts'

export async function loadBookingDetail(app: App, staff: Staff, id: string): Promise<Outcome<BookingDetail>> {
  const booking = await findBookingForStaff(app.db.read, staff, id)
  return booking ? succeed(await buildBookingDetail(app, app.db.read, booking)) : fail('not_found')
}

async function buildBookingDetail(app: App, db: Queries, booking: Booking): Promise<BookingDetail> {
  const row = (await readBookingRows(db, [booking.id])).get(booking.id)
  if (!row) throw new Error(`booking ${booking.id} was not found`)
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .orderBy('created_at')
    .execute()
  const changes = await db.selectFrom('booking_changes').selectAll().where('booking_id', '=', booking.id).execute()
  const change = changes.find(({ kind, state }) => kind === 'move' && state === 'open')
  const membership = await findMembershipOf(db, booking)
  return {
    ...row,
    firstName: booking.first_name,
    lastName: booking.last_name,
    pan: booking.pan,
    billing: booking.period,
    startTime: booking.start_time,
    endTime: booking.end_time,
    people: await readPeople(db, booking),
    guests: await readGuestsView(app, db, booking),
    lines: parseLines(booking),
    totalAmount: booking.total_amount,
    difference: getPriceDifference(booking, payments),
    totals: getTotals(
      payments,
      changes.filter(({ state }) => state === 'applied').map(({ id }) => id),
    ),
    change: change
      ? {
          startDate: change.start_date,
          endDate: change.end_date,
          amount: change.amount,
          expiresAt: change.expires_at,
        }
      : null,
    hourPrice: (await readHoursAction(app, db, booking))?.pricePerHour ?? null,
    rooms: await readBookingRooms(app, db, booking),
    closedFirstDay: isOpenBooking(booking.state) ? await readClosedFirstDay(db, booking) : undefined,
    started: await hasBookingStarted(db, booking, app.now()),
    notes: booking.notes,
    placedBy: await readStaffName(db, booking.placed_by),
    expiresAt: booking.expires_at,
    payments: await readDetailPayments(db, booking, payments),
    membership: membership
      ? {
          membershipId: membership.id,
          status: membership.status,
          endDate: membership.end_date,
          isRenewal: booking.renews !== null,
        }
      : null,
    cancellation: await getCancellationTerms(app, db, booking, payments),
    timeline: await readTimeline(db, booking, payments),
  }
}

async function readDetailPayments(
  db: Queries,
  booking: Booking,
  payments: readonly Payment[],
): Promise<BookingDetail['payments']> {
  const receipts = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['receipts.id', 'payment_id'])
    .where('payments.booking_id', '=', booking.id)
    .where('image', 'is not', null)
    .orderBy('receipts.created_at')
    .execute()
  return payments.map((payment) => ({
    paymentId: payment.id,
    purpose: payment.purpose,
    method: payment.method,
    state: payment.state,
    amount: payment.amount,
    fee: payment.fee,
    received: payment.received,
    refunded: payment.refunded,
    refundDue: getRefundDue(payment),
    transactionId: payment.provider_reference,
    reason: payment.reason,
    createdAt: payment.created_at,
    receipts: receipts.filter(({ payment_id }) => payment_id === payment.id).map(({ id }) => id),
  }))
}

async function getCancellationTerms(
  app: App,
  db: Queries,
  booking: Booking,
  payments: readonly Payment[],
): Promise<BookingDetail['cancellation']> {
  const until = await readFreeCancellationEnd(app, db, booking)
  const paid = sumRefundableAmounts(payments)
  const guarantee = (await getGuaranteeEnd(app, db, booking)) !== null
  return {
    freeUntil: instant(until),
    refund: calculateCancellationRefund(paid, until, app.now()),
    paid,
    guarantee,
    isClosedDay: await isClosedDayPass(db, booking),
  }
}

/** The last day of the guarantee of a customer's first membership, or null. Without an email every one is a first. */
export async function getGuaranteeEnd(app: App, db: Queries, booking: Booking): Promise<IsoDate | null> {
  const { id, state, start_date, email, created_at } = booking
  if (state !== 'confirmed' || !isWithinGuarantee(start_date, kathmanduDate(app.now()))) return null
  const memberships = db.selectFrom('memberships').select('id')
  const own = await memberships.where('booking_id', '=', id).executeTakeFirst()
  const earlier = await memberships
    .where('email', '=', email)
    .where('email', '!=', '')
    .where('booking_id', '!=', id)
    .where('created_at', '<=', created_at)
    .executeTakeFirst()
  return own && !earlier ? addDays(start_date, GUARANTEE_DAYS - 1) : null
}

export const getPriceDifference = (
  { state, total_amount, moved_price }: Booking,
  payments: readonly Payment[],
): Paisa =>
  isActionAllowed('difference', state)
    ? calculatePriceDifferenceDue(
        total_amount,
        moved_price,
        sum(
          payments
            .filter(({ purpose }) => purpose === 'difference')
            .map((payment) => paisa(getRefundableAmount(payment) - getRefundDue(payment))),
        ),
      )
    : ZERO

export async function findBookingForStaff(
  db: Queries,
  { workplaces }: Pick<Staff, 'workplaces'>,
  id: string,
): Promise<Booking | undefined> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return booking && isAssignedTo(workplaces, booking.location_id) ? booking : undefined
}

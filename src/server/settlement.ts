import { succeed } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import {
  ASKED_METHODS,
  type AttemptState,
  canSettle,
  type Evidence,
  type GatewayReport,
  isPaid,
  isSettled,
  STAFF_METHODS,
  staffConfirm,
  UNPAID_STATES,
} from '#domain/payment.ts'
import type { App } from './app.ts'
import { Conflict, type Queries } from './db/database.ts'
import { type BookingTable, instant, type PaymentTable } from './db/schema.ts'
import { recordEvent } from './events.ts'
import { notFoundMail, tooLateMail } from './mail/booking-mail.ts'
import { noteMail } from './mail/outbox.ts'
import { type PaymentNews, paymentNewsMail } from './mail/staff-mail.ts'
import { capacityOf, claimOf, claimSeats } from './seats.ts'
import { moveBooking } from './transitions.ts'

/**
 * The one way in which a payment changes: what a lookup, a verified webhook or staff report becomes a state, in one
 * writing with the booking, its seats and its membership. Reports that change nothing leave nothing.
 */
export async function settle(app: App, paymentId: string, report: GatewayReport, by: Evidence): Promise<void> {
  const outcome = await app.db.write(async (db) => succeed(await settleWithin(app, db, paymentId, report, by)))
  if (outcome.ok && outcome.value) app.bell.ring()
}

/** As `settle`, as a part of the caller's writing, who rings the bell after it; true where something changed. */
export async function settleWithin(
  app: App,
  db: Queries,
  paymentId: string,
  report: GatewayReport,
  by: Evidence,
): Promise<boolean> {
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  return apply(app, db, payment, await checked(db, payment, report), by)
}

/** What was paid must be what was asked, and one transaction of a provider pays one attempt. */
async function checked(db: Queries, payment: PaymentTable, report: GatewayReport): Promise<GatewayReport> {
  // Money came and went while nobody asked: staff compare with the gateway's own record.
  if (report.kind === 'refunded' && !isSettled(payment.state)) return { kind: 'mismatch', reason: report.reason }
  if (report.kind !== 'paid') return report
  if (report.amount !== payment.amount)
    return {
      kind: 'mismatch',
      reason: `paid ${report.amount} paisa instead of ${payment.amount}`,
      received: report.amount,
    }
  const other = await db
    .selectFrom('payments')
    .select('id')
    // One account takes both: a transfer's number pays no QR payment either.
    .where('method', 'in', staffConfirm(payment.method) ? STAFF_METHODS : [payment.method])
    .where('provider_reference', '=', report.providerReference)
    .where('id', '!=', payment.id)
    .executeTakeFirst()
  return other ? { kind: 'mismatch', reason: `transaction ${report.providerReference} paid another booking` } : report
}

/** True where something changed. */
async function apply(
  app: App,
  db: Queries,
  payment: PaymentTable,
  report: GatewayReport,
  by: Evidence,
): Promise<boolean> {
  const to = stateFor(report)
  if (!to || !canSettle(payment.method, payment.state, to, by)) return noteReason(app, db, payment, report)
  const now = app.now()
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      state: to,
      reason: 'reason' in report ? report.reason : null,
      ...receivedWith(report),
      updated_at: instant(now),
    })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  if (to === 'confirmed') await confirmBooking(app, db, { ...payment, reason: null, ...receivedWith(report) })
  if (to === 'failed' && by === 'staff') await letGo(app, db, payment)
  if (to === 'mismatch' && 'reason' in report) await keepForStaff(app, db, { ...payment, reason: report.reason })
  return true
}

/** What is known of the money itself. */
function receivedWith(report: GatewayReport): Partial<PaymentTable> {
  if (report.kind === 'paid') return { provider_reference: report.providerReference, received: report.amount }
  return report.kind === 'mismatch' && report.received !== undefined ? { received: report.received } : {}
}

function stateFor(report: GatewayReport): AttemptState | undefined {
  switch (report.kind) {
    case 'paid':
      return 'confirmed'
    case 'ended':
      return report.as
    case 'mismatch':
      return 'mismatch'
    case 'refunded':
      return report.whole ? 'refunded' : 'partly_refunded'
    case 'pending':
      return undefined
  }
}

/** Why an attempt still waits is kept for staff; it is no change of state. */
async function noteReason(app: App, db: Queries, payment: PaymentTable, report: GatewayReport): Promise<boolean> {
  if (report.kind !== 'pending' || report.reason === payment.reason) return false
  await db
    .updateTable('payments')
    .set({ reason: report.reason, updated_at: instant(app.now()) })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .execute()
  return false
}

/** Money that is not what was asked for: nobody pays again, and the place is kept until staff have looked. */
async function keepForStaff(app: App, db: Queries, payment: PaymentTable): Promise<void> {
  const booking = await bookingOf(db, payment)
  await tellStaff(app, db, 'differs', booking, payment)
  const now = app.now()
  const until = instant(now + app.env.verifyHours * 3_600_000)
  if (booking.state === 'held') moved(await moveBooking(db, booking, 'pending_verification', now, until))
  if (booking.state === 'expired' || booking.state === 'cancelled')
    moved(await moveBooking(db, booking, 'needs_decision', now))
}

/**
 * Staff found no money: the place that waited for it is free again, and whoever waits is told; not while another try of
 * the same booking has brought money or may yet.
 */
async function letGo(app: App, db: Queries, payment: PaymentTable): Promise<void> {
  const booking = await bookingOf(db, payment)
  if (booking.state !== 'pending_verification' || (await mayBePaidOtherwise(db, payment))) return
  moved(await moveBooking(db, booking, 'cancelled', app.now()))
  await noteMail(db, notFoundMail(booking), app.now())
}

async function mayBePaidOtherwise(db: Queries, { id, booking_id }: PaymentTable): Promise<boolean> {
  const others = await db
    .selectFrom('payments')
    .select(['state', 'method'])
    .where('booking_id', '=', booking_id)
    .where('id', '!=', id)
    .execute()
  return others.some(
    ({ state, method }) =>
      state === 'mismatch' || isPaid(state) || (!isSettled(state) && ASKED_METHODS.includes(method)),
  )
}

/** Money is here. A place that was given up is taken again where it is still free; else staff decide. */
async function confirmBooking(app: App, db: Queries, payment: PaymentTable): Promise<void> {
  const booking = await bookingOf(db, payment)
  switch (booking.state) {
    case 'held':
    case 'pending_verification':
      return moved(await moveBooking(db, booking, 'confirmed', app.now()))
    case 'expired':
    case 'cancelled':
      if (await retaken(app, db, booking)) return moved(await moveBooking(db, booking, 'confirmed', app.now()))
      moved(await moveBooking(db, booking, 'needs_decision', app.now()))
      await noteMail(db, tooLateMail(booking), app.now())
      return tellStaff(app, db, 'needs_decision', booking, payment)
    case 'confirmed':
    case 'needs_decision':
      // The money is on record, the booking is as it was.
      return tellStaff(app, db, 'paid_twice', booking, payment)
  }
}

/** After the last question: a payment that is still open stays so, and staff are told and see it in their list. */
export async function leaveToStaff(app: App, paymentId: string): Promise<void> {
  await app.db.write(async (db) => {
    const payment = await db
      .updateTable('payments')
      .set({ left_to_staff_at: instant(app.now()) })
      .where('id', '=', paymentId)
      .where('state', 'in', UNPAID_STATES)
      .where('left_to_staff_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    // One that was called off and never paid is nobody's business.
    if (payment && !isSettled(payment.state))
      await tellStaff(app, db, 'unsettled', await bookingOf(db, payment), payment)
    return succeed(undefined)
  })
  app.bell.ring()
}

const bookingOf = (db: Queries, { booking_id }: PaymentTable): Promise<BookingTable> =>
  db.selectFrom('bookings').selectAll().where('id', '=', booking_id).executeTakeFirstOrThrow()

/** By mail, and in the lists that are open. */
async function tellStaff(
  app: App,
  db: Queries,
  news: PaymentNews,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<void> {
  await noteMail(db, paymentNewsMail(news, booking, payment), app.now())
  await recordEvent(db, 'booking_update', booking.id, app.now())
}

/** Days that are past are of no use to anybody: what began before today is for staff to decide. */
async function retaken(app: App, db: Queries, booking: BookingTable): Promise<boolean> {
  if (booking.start_date < kathmanduDate(app.now())) return false
  return claimSeats(db, claimOf(booking), capacityOf(app, booking.location_id))
}

function moved(done: boolean): void {
  if (!done) throw new Conflict()
}

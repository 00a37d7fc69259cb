import { succeed } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import {
  type AttemptState,
  canSettle,
  type Evidence,
  type GatewayReport,
  isPaid,
  isSettled,
  type StaffFinding,
  UNPAID_STATES,
} from '#domain/payment.ts'
import type { App } from '../app.ts'
import { afterCancelMail, allWentBackMail, notFoundMail, tooLateMail } from '../bookings/booking-mail.ts'
import { closingOf } from '../bookings/closing.ts'
import { capacityOf, claimOf, claimSeats } from '../bookings/seats.ts'
import { moveBooking } from '../bookings/transitions.ts'
import { stopCountingUnpaid } from '../bookings/unpaid-transfers.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { holdPayment } from '../db/holding.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { recordEvent } from '../events/events.ts'
import { noteMail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { raiseAlert, tellStaff } from './alerts.ts'
import { endsWithout, hasPaidAnother } from './other-money.ts'
import { handleSecondPayment } from './paid-twice.ts'
import { bookingOf } from './payment-at.ts'
import { noteMoneyGone } from './went-back.ts'

/**
 * The one way in which a payment changes: what a lookup, a verified webhook or staff report becomes a state, in one
 * writing with the booking, its seats and its membership. Reports that change nothing leave nothing.
 */
export async function settle(app: App, paymentId: string, report: GatewayReport, by: Evidence): Promise<void> {
  const outcome = await app.db.write(async (db) => succeed(await settleWithin(app, db, paymentId, report, by)))
  if (outcome.ok && outcome.value) app.bell.ring()
}

/**
 * As `settle`, as a part of the caller's writing, who rings the bell after it; true where something changed. What staff
 * say is said by somebody.
 */
export async function settleWithin(
  app: App,
  db: Queries,
  paymentId: string,
  report: GatewayReport | StaffFinding,
  by: Evidence | Person,
): Promise<boolean> {
  const payment = await holdPayment(db, paymentId)
  if (!payment) throw new Error(`no payment ${paymentId}`)
  const source = typeof by === 'string' ? { by, staffId: null } : { by: 'staff' as const, staffId: by.id }
  return apply(app, db, payment, await checked(db, payment, report), source)
}

type Person = Pick<Staff, 'id'>

const STAFF_PREFIX = 'Staff: '
/** Marks a reason that staff wrote; it is not shown to the payer. */
export const staffReason = (reason: string): string => STAFF_PREFIX + reason
export const isStaffReason = (reason: string): boolean => reason.startsWith(STAFF_PREFIX)

/** Who says it; who of the staff, where that is known. */
interface Source {
  by: Evidence
  staffId: string | null
}

/** What was paid must be what was asked, and one transaction of a provider pays one attempt. */
async function checked(db: Queries, payment: PaymentTable, report: Report): Promise<Report> {
  // Money came and went while nobody asked, also after the attempt was called off: staff compare with the gateway's record.
  if (report.kind === 'refunded' && UNPAID_STATES.includes(payment.state))
    return { kind: 'mismatch', reason: report.reason, received: payment.amount, gone: report }
  if (report.kind !== 'paid') return report
  if (report.amount !== payment.amount)
    return {
      kind: 'mismatch',
      reason: `${npr(report.amount)} came instead of ${npr(payment.amount)}`,
      received: report.amount,
      providerReference: report.providerReference,
    }
  return (await hasPaidAnother(db, payment, report.providerReference))
    ? { kind: 'mismatch', reason: `transaction ${report.providerReference} paid another booking` }
    : report
}

type Gone = Extract<GatewayReport, { kind: 'refunded' }>
/** A mismatch may be of money that is gone by now. */
type Report = GatewayReport | StaffFinding | (Extract<GatewayReport, { kind: 'mismatch' }> & { gone?: Gone })

/** True where something changed. */
async function apply(app: App, db: Queries, payment: PaymentTable, report: Report, source: Source): Promise<boolean> {
  const { by } = source
  if (report.kind === 'refunded') {
    if (!isPaid(payment.state) || by === 'visitor' || by === 'clock') return false
    const changed = await noteMoneyGone(app, db, payment, report)
    return report.disputed ? (await noteDispute(app, db, payment.id, report.disputed)) || changed : changed
  }
  if (report.kind === 'disputed') return noteDispute(app, db, payment.id, report.reason)
  // All of it is here, and nothing stands against it any more: what comes after is news again. A notice says less.
  if (report.kind === 'paid' && by === 'lookup' && payment.state === 'confirmed' && payment.reason !== null)
    return forgetReason(app, db, payment)
  const to = stateFor(report)
  if (!to || !canSettle(payment.method, payment.state, to, by)) return noteReason(app, db, payment, report)
  const now = app.now()
  const money = await moneyOf(db, payment, report)
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({
      state: to,
      reason: 'reason' in report ? report.reason : null,
      ...money,
      updated_at: instant(now),
    })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  const settled = { ...payment, state: to, reason: 'reason' in report ? report.reason : null, ...money }
  if (to === 'confirmed') await confirmBooking(app, db, settled, source, report.kind === 'found' && report.withoutPlace)
  if (to === 'failed' && by === 'staff') await letGo(app, db, payment)
  if (to === 'mismatch') await keepForStaff(app, db, settled)
  if ('gone' in report && report.gone) await noteMoneyGone(app, db, settled, report.gone)
  return true
}

/** What is known of the money itself. A number that another payment bears already stays with that one. */
async function moneyOf(db: Queries, payment: PaymentTable, report: Report): Promise<Partial<PaymentTable>> {
  if (report.kind === 'paid' || report.kind === 'found')
    return { provider_reference: report.providerReference, received: report.amount }
  if (report.kind !== 'mismatch') return {}
  const reference = report.providerReference
  return {
    ...(report.received !== undefined && { received: report.received }),
    ...(reference !== undefined &&
      !(await hasPaidAnother(db, payment, reference)) && { provider_reference: reference }),
  }
}

function stateFor(report: Report): AttemptState | undefined {
  switch (report.kind) {
    case 'paid':
    case 'found':
      return 'confirmed'
    case 'ended':
      return report.as
    case 'mismatch':
      return 'mismatch'
    case 'pending':
      return report.retried ? 'pending' : undefined
    case 'refunded':
    case 'disputed':
      return undefined
  }
}

/**
 * The bank of a payer asks for the money back: it is still on record as paid, and staff answer at the gateway. Once for
 * each dispute and stage, which the reason names.
 */
async function noteDispute(app: App, db: Queries, id: string, reason: string): Promise<boolean> {
  // As it is after what went back has been noted.
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!isPaid(payment.state) || payment.reason === reason) return false
  await db.updateTable('payments').set({ reason }).where('id', '=', id).execute()
  await raiseAlert(app, db, id, 'disputed')
  await tellStaff(app, db, 'disputed', await bookingOf(db, payment), { ...payment, reason })
  return true
}

async function forgetReason(app: App, db: Queries, { id, booking_id }: PaymentTable): Promise<boolean> {
  await db.updateTable('payments').set({ reason: null, told_gone: null }).where('id', '=', id).execute()
  await recordEvent(db, 'booking_update', booking_id, app.now())
  return true
}

/** Stores why an attempt is still open. An attempt that has ended keeps the reason of its end. */
async function noteReason(app: App, db: Queries, payment: PaymentTable, report: Report): Promise<boolean> {
  if (report.kind !== 'pending' || report.reason === payment.reason || isSettled(payment.state)) return false
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
  if (booking.state === 'pending_verification') await stopCountingUnpaid(db, booking)
  if (booking.state === 'expired' || booking.state === 'cancelled')
    moved(await moveBooking(db, booking, 'needs_decision', now))
}

/**
 * Staff found no money, or all of it has gone back: the place that waited for it is free again, and whoever waits is told;
 * not while another try of the same booking has brought money or may yet.
 */
export async function letGo(app: App, db: Queries, payment: PaymentTable, by: string | null = null): Promise<void> {
  const booking = await bookingOf(db, payment)
  if (!(await endsWithout(db, payment, booking))) return recordEvent(db, 'booking_update', booking.id, app.now())
  moved(await moveBooking(db, booking, 'cancelled', app.now(), null, by))
  await noteMail(db, (payment.refunded > 0 ? allWentBackMail : notFoundMail)(booking), app.now())
}

/**
 * Money is here. A place that was given up is taken again where it is still free, and where nobody of the staff ended the
 * booking; else staff decide.
 */
async function confirmBooking(
  app: App,
  db: Queries,
  payment: PaymentTable,
  { by, staffId }: Source,
  withoutPlace: boolean,
): Promise<void> {
  const booking = await bookingOf(db, payment)
  const ended = booking.cancelled_by !== null && by !== 'staff'
  switch (booking.state) {
    case 'held':
    case 'pending_verification':
      return moved(await moveBooking(db, booking, 'confirmed', app.now(), null, staffId))
    case 'expired':
    case 'cancelled':
      if (!withoutPlace && !ended && (await giveSeatsBack(app, db, booking, staffId))) return
      moved(await moveBooking(db, booking, 'needs_decision', app.now()))
      if (withoutPlace) return
      return tellOfLateMoney(app, db, ended, booking, payment)
    case 'confirmed':
    case 'needs_decision':
      if (payment.difference_at !== null) return recordEvent(db, 'booking_update', booking.id, app.now())
      if (await handleSecondPayment(app, db, booking, payment)) return
      if (ended) return tellOfLateMoney(app, db, ended, booking, payment)
      // It waited for a decision about this very payment.
      if (withoutPlace || !(await giveSeatsBack(app, db, booking, staffId)))
        return recordEvent(db, 'booking_update', booking.id, app.now())
  }
}

async function tellOfLateMoney(
  app: App,
  db: Queries,
  ended: boolean,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<void> {
  await noteMail(db, ended ? afterCancelMail(booking) : tooLateMail(booking), app.now())
  await tellStaff(app, db, ended ? 'after_cancel' : 'needs_decision', booking, payment)
}

/**
 * Confirms a booking that lost its seats, where they are free; else returns false and changes nothing. Without staff
 * (`by` is `null`), it also returns false once the first day is over or the last one has closed.
 */
export async function giveSeatsBack(app: App, db: Queries, booking: BookingTable, by: string | null): Promise<boolean> {
  const isTooLate = booking.start_date < kathmanduDate(app.now()) || closingOf(app, booking) <= app.now()
  if (by === null && isTooLate) return false
  if (!(await claimSeats(db, claimOf(booking), capacityOf(app, booking.location_id)))) return false
  moved(await moveBooking(db, booking, 'confirmed', app.now(), null, by))
  return true
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

function moved(done: boolean): void {
  if (!done) throw new Conflict()
}

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
import { getClosingTime } from '../bookings/closing-time.ts'
import {
  latePaymentEmail,
  mismatchRefundedEmail,
  paymentAfterCancellationEmail,
  paymentNotFoundEmail,
} from '../bookings/emails.ts'
import { claimSeats, getCapacity, toSeatClaim } from '../bookings/seats.ts'
import { transitionBooking } from '../bookings/transitions.ts'
import { stopCountingUnpaidTransfer } from '../bookings/unpaid-transfers.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { lockPayment } from '../db/row-locks.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { loadBookingOfPayment } from './access.ts'
import { notifyStaff, raiseAlert } from './alerts.ts'
import { handleDuplicatePayment } from './duplicate-payments.ts'
import { recordGatewayRefund } from './external-refunds.ts'
import { isTransactionUsed, shouldEndWithoutPayment } from './other-payments.ts'

/**
 * The one way in which a payment changes: what a lookup, a verified webhook or staff report becomes a state, in one
 * writing with the booking, its seats and its membership. Reports that change nothing leave nothing.
 */
export async function settle(app: App, paymentId: string, report: GatewayReport, by: Evidence): Promise<void> {
  const outcome = await app.db.write(async (db) => succeed(await settleWithin(app, db, paymentId, report, by)))
  if (outcome.ok && outcome.value) app.notifier.notify()
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
  by: Evidence | StaffReference,
): Promise<boolean> {
  const payment = await lockPayment(db, paymentId)
  if (!payment) throw new Error(`no payment ${paymentId}`)
  const source = typeof by === 'string' ? { by, staffId: null } : { by: 'staff' as const, staffId: by.id }
  return applyReport(app, db, payment, await checkReport(db, payment, report), source)
}

type StaffReference = Pick<Staff, 'id'>

const STAFF_PREFIX = 'Staff: '
/** Marks a reason that staff wrote; it is not shown to the payer. */
export const formatStaffReason = (reason: string): string => STAFF_PREFIX + reason
export const isStaffReason = (reason: string): boolean => reason.startsWith(STAFF_PREFIX)

/** Who says it; who of the staff, where that is known. */
interface SettlementSource {
  by: Evidence
  staffId: string | null
}

/** What was paid must be what was asked, and one transaction of a provider pays one attempt. */
async function checkReport(db: Queries, payment: PaymentTable, report: SettlementReport): Promise<SettlementReport> {
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
  return (await isTransactionUsed(db, payment, report.providerReference))
    ? { kind: 'mismatch', reason: `transaction ${report.providerReference} paid another booking` }
    : report
}

type RefundedReport = Extract<GatewayReport, { kind: 'refunded' }>
/** A mismatch may be of money that is gone by now. */
type SettlementReport =
  | GatewayReport
  | StaffFinding
  | (Extract<GatewayReport, { kind: 'mismatch' }> & { gone?: RefundedReport })

/** True where something changed. */
async function applyReport(
  app: App,
  db: Queries,
  payment: PaymentTable,
  report: SettlementReport,
  source: SettlementSource,
): Promise<boolean> {
  const { by } = source
  if (report.kind === 'refunded') {
    if (!isPaid(payment.state) || by === 'visitor' || by === 'clock') return false
    const changed = await recordGatewayRefund(app, db, payment, report)
    return report.disputed ? (await recordDispute(app, db, payment.id, report.disputed)) || changed : changed
  }
  if (report.kind === 'disputed') return recordDispute(app, db, payment.id, report.reason)
  // All of it is here, and nothing stands against it any more: what comes after is news again. A notice says less.
  if (report.kind === 'paid' && by === 'lookup' && payment.state === 'confirmed' && payment.reason !== null)
    return clearReason(app, db, payment)
  const to = getStateFor(report)
  if (!to || !canSettle(payment.method, payment.state, to, by)) return recordReason(app, db, payment, report)
  const now = app.now()
  const money = await getMoneyFields(db, payment, report)
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
  if (to === 'confirmed')
    await confirmPaidBooking(app, db, settled, source, report.kind === 'found' && report.withoutPlace)
  if (to === 'failed' && by === 'staff') await cancelUnpaidBooking(app, db, payment)
  if (to === 'mismatch') await holdForReview(app, db, settled)
  if ('gone' in report && report.gone) await recordGatewayRefund(app, db, settled, report.gone)
  return true
}

/** What is known of the money itself. A number that another payment bears already stays with that one. */
async function getMoneyFields(
  db: Queries,
  payment: PaymentTable,
  report: SettlementReport,
): Promise<Partial<PaymentTable>> {
  if (report.kind === 'paid' || report.kind === 'found')
    return { provider_reference: report.providerReference, received: report.amount }
  if (report.kind !== 'mismatch') return {}
  const reference = report.providerReference
  return {
    ...(report.received !== undefined && { received: report.received }),
    ...(reference !== undefined &&
      !(await isTransactionUsed(db, payment, reference)) && { provider_reference: reference }),
  }
}

function getStateFor(report: SettlementReport): AttemptState | undefined {
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
async function recordDispute(app: App, db: Queries, id: string, reason: string): Promise<boolean> {
  // As it is after what went back has been noted.
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!isPaid(payment.state) || payment.reason === reason) return false
  await db.updateTable('payments').set({ reason }).where('id', '=', id).execute()
  await raiseAlert(app, db, id, 'disputed')
  await notifyStaff(app, db, 'disputed', await loadBookingOfPayment(db, payment), { ...payment, reason })
  return true
}

async function clearReason(app: App, db: Queries, { id, booking_id }: PaymentTable): Promise<boolean> {
  await db.updateTable('payments').set({ reason: null, told_gone: null }).where('id', '=', id).execute()
  await recordEvent(db, 'booking_update', booking_id, app.now())
  return true
}

/** Stores why an attempt is still open. An attempt that has ended keeps the reason of its end. */
async function recordReason(app: App, db: Queries, payment: PaymentTable, report: SettlementReport): Promise<boolean> {
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
async function holdForReview(app: App, db: Queries, payment: PaymentTable): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  await notifyStaff(app, db, 'differs', booking, payment)
  const now = app.now()
  const until = instant(now + app.env.verifyHours * 3_600_000)
  if (booking.state === 'held') assertUpdated(await transitionBooking(db, booking, 'pending_verification', now, until))
  if (booking.state === 'pending_verification') await stopCountingUnpaidTransfer(db, booking)
  if (booking.state === 'expired' || booking.state === 'cancelled')
    assertUpdated(await transitionBooking(db, booking, 'needs_decision', now))
}

/**
 * Staff found no money, or all of it has gone back: the place that waited for it is free again, and whoever waits is told;
 * not while another try of the same booking has brought money or may yet.
 */
export async function cancelUnpaidBooking(
  app: App,
  db: Queries,
  payment: PaymentTable,
  by: string | null = null,
): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  if (!(await shouldEndWithoutPayment(db, payment, booking)))
    return recordEvent(db, 'booking_update', booking.id, app.now())
  assertUpdated(await transitionBooking(db, booking, 'cancelled', app.now(), null, by))
  await queueEmail(db, (payment.refunded > 0 ? mismatchRefundedEmail : paymentNotFoundEmail)(booking), app.now())
}

/**
 * Money is here. A place that was given up is taken again where it is still free, and where nobody of the staff ended the
 * booking; else staff decide.
 */
async function confirmPaidBooking(
  app: App,
  db: Queries,
  payment: PaymentTable,
  { by, staffId }: SettlementSource,
  withoutPlace: boolean,
): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  const ended = booking.cancelled_by !== null && by !== 'staff'
  switch (booking.state) {
    case 'held':
    case 'pending_verification':
      return assertUpdated(await transitionBooking(db, booking, 'confirmed', app.now(), null, staffId))
    case 'expired':
    case 'cancelled':
      if (!withoutPlace && !ended && (await reconfirmBooking(app, db, booking, staffId))) return
      assertUpdated(await transitionBooking(db, booking, 'needs_decision', app.now()))
      if (withoutPlace) return
      return notifyLatePayment(app, db, ended, booking, payment)
    case 'confirmed':
    case 'needs_decision':
      if (payment.difference_at !== null) return recordEvent(db, 'booking_update', booking.id, app.now())
      if (await handleDuplicatePayment(app, db, booking, payment)) return
      if (ended) return notifyLatePayment(app, db, ended, booking, payment)
      // It waited for a decision about this very payment.
      if (withoutPlace || !(await reconfirmBooking(app, db, booking, staffId)))
        return recordEvent(db, 'booking_update', booking.id, app.now())
  }
}

async function notifyLatePayment(
  app: App,
  db: Queries,
  ended: boolean,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<void> {
  await queueEmail(db, ended ? paymentAfterCancellationEmail(booking) : latePaymentEmail(booking), app.now())
  await notifyStaff(app, db, ended ? 'after_cancel' : 'needs_decision', booking, payment)
}

/**
 * Confirms a booking that lost its seats, where they are free; else returns false and changes nothing. Without staff
 * (`by` is `null`), it also returns false once the first day is over or the last one has closed.
 */
export async function reconfirmBooking(
  app: App,
  db: Queries,
  booking: BookingTable,
  by: string | null,
): Promise<boolean> {
  const isTooLate = booking.start_date < kathmanduDate(app.now()) || getClosingTime(app, booking) <= app.now()
  if (by === null && isTooLate) return false
  if (!(await claimSeats(db, toSeatClaim(booking), getCapacity(app, booking.location_id)))) return false
  assertUpdated(await transitionBooking(db, booking, 'confirmed', app.now(), null, by))
  return true
}

/** After the last question: a payment that is still open stays so, and staff are told and see it in their list. */
export async function escalatePayment(app: App, paymentId: string): Promise<void> {
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
      await notifyStaff(app, db, 'unsettled', await loadBookingOfPayment(db, payment), payment)
    return succeed(undefined)
  })
  app.notifier.notify()
}

function assertUpdated(done: boolean): void {
  if (!done) throw new Conflict()
}

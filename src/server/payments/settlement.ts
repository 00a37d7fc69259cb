import { kathmanduDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import {
  type AttemptState,
  canSettle,
  type Evidence,
  type GatewayReport,
  isOpenAttempt,
  isPaid,
  isStaffConfirmed,
  type StaffFinding,
  UNPAID_STATES,
} from '#domain/payment.ts'
import type { App } from '../app.ts'
import { excludeFromBills, issueDueBills } from '../bills/issue.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { addClaim, removeClaims, toSeatClaim } from '../bookings/claims.ts'
import { getClosingTime } from '../bookings/closing-time.ts'
import { mismatchRefundedEmail } from '../bookings/emails.ts'
import { latePaymentEmail, paymentAfterCancellationEmail, paymentNotFoundEmail } from '../bookings/payment-emails.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { stopCountingUnpaidTransfer } from '../bookings/unpaid-transfers.ts'
import { readClosedFirstDay } from '../closures/current.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { claimRenewal } from '../memberships/renewals.ts'
import type { Staff } from '../staff/sessions.ts'
import { loadBookingOfPayment } from './access.ts'
import { notifyStaff, raiseAlert } from './alerts.ts'
import { findChangeOfPayment, settleChangePayment } from './change-payments.ts'
import { getOutcomeWithoutPayment, handleDuplicatePayment, isTransactionUsed } from './duplicate-payments.ts'
import { promiseExcessRefund, promiseLateRefund } from './late-refunds.ts'
import { recordGatewayRefund } from './refund-effects.ts'
import { holdSeatsUntil, updatePayment } from './updates.ts'

/**
 * Applies a report to a payment, in one transaction with booking, seats and membership. A payment's state otherwise
 * changes only in `refund-effects.ts` (refunds), and in `decisions.ts` when staff close a mismatch that is refunded.
 */
export async function settle(app: App, paymentId: string, report: GatewayReport, by: Evidence): Promise<void> {
  const changed = await runTransaction(app.db, (db) => settleWithin(app, db, paymentId, report, by))
  if (changed) app.notifier.notify()
}

/** Like `settle`, in the caller's transaction. Returns whether payment or booking changed; the caller then notifies. */
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
/** Marks a reason that is not shown to the payer. */
export const formatStaffReason = (reason: string): string => STAFF_PREFIX + reason
export const isStaffReason = (reason: string): boolean => reason.startsWith(STAFF_PREFIX)

interface SettlementSource {
  by: Evidence
  staffId: string | null
}

/** The amount must match, and one provider transaction pays one attempt. */
async function checkReport(db: Queries, payment: Payment, report: SettlementReport): Promise<SettlementReport> {
  // Money was paid and refunded between lookups: staff compare it with the gateway's record.
  if (report.kind === 'refunded' && UNPAID_STATES.includes(payment.state))
    return { kind: 'mismatch', reason: report.reason, received: payment.amount, refund: report }
  if (report.kind !== 'paid') return report
  if (report.amount !== payment.amount)
    return {
      kind: 'mismatch',
      reason: `Received ${npr(report.amount)}, requested ${npr(payment.amount)}`,
      received: report.amount,
      providerReference: report.providerReference,
    }
  return (await isTransactionUsed(db, payment, report.providerReference))
    ? { kind: 'mismatch', reason: `transaction ${report.providerReference} paid another booking` }
    : report
}

type RefundedReport = Extract<GatewayReport, { kind: 'refunded' }>
type SettlementReport =
  | GatewayReport
  | StaffFinding
  | (Extract<GatewayReport, { kind: 'mismatch' }> & { refund?: RefundedReport })

async function applyReport(
  app: App,
  db: Queries,
  payment: Payment,
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
  // A lookup without refund or dispute ends both; a webhook is not enough.
  if (report.kind === 'paid' && by === 'lookup' && payment.state === 'confirmed' && payment.reason !== null)
    return clearReason(app, db, payment)
  const to = getStateFor(report)
  if (!to || !canSettle(payment.method, payment.state, to, by)) return recordReason(app, db, payment, report)
  const changes = {
    state: to,
    reason: 'reason' in report ? report.reason : null,
    ...(await getMoneyFields(app, db, payment, report, source)),
  }
  await updatePayment(db, payment, { ...changes, updated_at: instant(app.now()) })
  const settled = { ...payment, ...changes }
  if (to === 'confirmed') {
    await confirmPaidBooking(app, db, settled, source, report.kind === 'found' && report.withoutSeats)
    await promiseExcessRefund(app, db, settled)
    await issueDueBills(app, db, payment.booking_id, source.staffId)
  }
  if (to === 'failed' && by === 'staff') await cancelUnpaidBooking(app, db, payment)
  if (to === 'mismatch') await holdForReview(app, db, settled)
  if ('refund' in report && report.refund) await recordGatewayRefund(app, db, settled, report.refund)
  return true
}

/** A reference that another payment has stays with that one. */
async function getMoneyFields(
  app: App,
  db: Queries,
  payment: Payment,
  report: SettlementReport,
  { staffId }: SettlementSource,
): Promise<Partial<Payment>> {
  const now = app.now()
  const arrival = payment.received_at === null && { received_at: instant(now), received_on: kathmanduDate(now) }
  if (report.kind === 'paid' || report.kind === 'found')
    return {
      provider_reference: report.providerReference,
      received: report.amount,
      ...arrival,
      ...(isStaffConfirmed(payment.method) && { taken_by: staffId }),
    }
  if (report.kind !== 'mismatch') return {}
  const reference = report.providerReference
  return {
    ...(report.received !== undefined && { received: report.received, ...arrival }),
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

/** The reason names dispute and stage, so that each is recorded once. */
async function recordDispute(app: App, db: Queries, id: string, reason: string): Promise<boolean> {
  // Re-read after the refund was recorded.
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!isPaid(payment.state) || payment.reason === reason) return false
  await db.updateTable('payments').set({ reason }).where('id', '=', id).execute()
  await raiseAlert(app, db, id, 'disputed')
  await notifyStaff(app, db, 'disputed', await loadBookingOfPayment(db, payment), { ...payment, reason })
  return true
}

async function clearReason(app: App, db: Queries, { id, booking_id }: Payment): Promise<boolean> {
  await db.updateTable('payments').set({ reason: null, notified_refunded: null }).where('id', '=', id).execute()
  await recordEvent(db, 'booking_update', booking_id, app.now())
  return true
}

/** Stores the reason of an open attempt; a later reason is final. */
async function recordReason(app: App, db: Queries, payment: Payment, report: SettlementReport): Promise<boolean> {
  if (report.kind !== 'pending' || report.reason === payment.reason || !isOpenAttempt(payment.state)) return false
  await db
    .updateTable('payments')
    .set({ reason: report.reason, updated_at: instant(app.now()) })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .execute()
  return false
}

async function holdForReview(app: App, db: Queries, payment: Payment): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  await notifyStaff(app, db, 'differs', booking, payment)
  // The money of a change does not pay the booking.
  if (payment.change_id !== null) return
  const now = app.now()
  const until = instant(now + app.env.verifyHours * 3_600_000)
  if (booking.state === 'held') assertUpdated(await transitionBooking(app, db, booking, 'pending_verification', until))
  if (booking.state === 'pending_verification') await stopCountingUnpaidTransfer(db, booking)
  if (booking.cancelled_by_customer === 1) return promiseLateRefund(app, db, booking, payment)
  if (booking.state === 'expired' || booking.state === 'cancelled')
    assertUpdated(await transitionBooking(app, db, booking, 'needs_decision'))
}

/** Time for a payment that is being made while staff reject another one. */
const LAST_PAYMENT_MS = 15 * 60_000

/** Cancels a booking without money and informs its customer. While a gateway may still report some, its hold ends soon. */
export async function cancelUnpaidBooking(
  app: App,
  db: Queries,
  payment: Payment,
  by: string | null = null,
): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  const outcome = await getOutcomeWithoutPayment(db, payment, booking)
  const until = app.now() + LAST_PAYMENT_MS
  if (outcome === 'recheck' && booking.expires_at !== null && booking.expires_at > instant(until))
    await holdSeatsUntil(db, booking, until)
  if (outcome !== 'end') return recordEvent(db, 'booking_update', booking.id, app.now())
  assertUpdated(await transitionBooking(app, db, booking, 'cancelled', null, by))
  const template = payment.refunded > 0 ? mismatchRefundedEmail : paymentNotFoundEmail
  await queueEmail(db, template(booking, buildBookingLink(app, booking)), app.now())
}

/** Reclaims released seats if they are free and staff did not end the booking; otherwise staff decide. */
async function confirmPaidBooking(
  app: App,
  db: Queries,
  payment: Payment,
  { by, staffId }: SettlementSource,
  withoutSeats: boolean,
): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  const change = await findChangeOfPayment(db, payment)
  if (change) return settleChangePayment(app, db, booking, change, payment, withoutSeats)
  const ended = booking.cancelled_by !== null && by !== 'staff'
  if (booking.cancelled_by_customer === 1 && (by !== 'staff' || withoutSeats)) {
    await excludeFromBills(db, payment)
    await promiseLateRefund(app, db, booking, payment)
    return notifyStaff(app, db, 'after_own_cancel', booking, payment)
  }
  switch (booking.state) {
    case 'held':
    case 'pending_verification':
      return assertUpdated(await transitionBooking(app, db, booking, 'confirmed', null, staffId))
    case 'expired':
    case 'cancelled':
      if (!withoutSeats && !ended && (await reconfirmBooking(app, db, booking, staffId))) return
      assertUpdated(await transitionBooking(app, db, booking, 'needs_decision'))
      if (withoutSeats) return
      return notifyLatePayment(app, db, ended, booking, payment)
    case 'confirmed':
    case 'needs_decision':
      if (payment.purpose === 'difference') return recordEvent(db, 'booking_update', booking.id, app.now())
      if (await handleDuplicatePayment(app, db, booking, payment)) return
      if (ended) return notifyLatePayment(app, db, ended, booking, payment)
      if (withoutSeats || !(await reconfirmBooking(app, db, booking, staffId)))
        return recordEvent(db, 'booking_update', booking.id, app.now())
  }
}

async function notifyLatePayment(
  app: App,
  db: Queries,
  ended: boolean,
  booking: Booking,
  payment: Payment,
): Promise<void> {
  const template = ended ? paymentAfterCancellationEmail : latePaymentEmail
  await queueEmail(db, template(booking, buildBookingLink(app, booking)), app.now())
  await notifyStaff(app, db, ended ? 'after_cancel' : 'needs_decision', booking, payment)
}

/**
 * Returns false if the seats or the renewed period are taken, the first day was closed or, without staff (`by` is `null`),
 * if it is too late to start.
 */
export async function reconfirmBooking(app: App, db: Queries, booking: Booking, by: string | null): Promise<boolean> {
  const isTooLate = booking.start_date < kathmanduDate(app.now()) || getClosingTime(app, booking) <= app.now()
  if (by === null && isTooLate) return false
  if (!(await addClaim(app, db, toSeatClaim(booking)))) return false
  if ((await readClosedFirstDay(db, booking)) !== undefined || !(await claimRenewal(db, booking))) {
    await removeClaims(app, db, [toSeatClaim(booking)])
    return false
  }
  assertUpdated(await transitionBooking(app, db, booking, 'confirmed', null, by))
  return true
}

export async function escalatePayment(app: App, paymentId: string): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const payment = await db
      .updateTable('payments')
      .set({ left_to_staff_at: instant(app.now()) })
      .where('id', '=', paymentId)
      .where('state', 'in', UNPAID_STATES)
      .where('left_to_staff_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    // A cancelled attempt that was never paid needs no review.
    if (payment && isOpenAttempt(payment.state))
      await notifyStaff(app, db, 'unsettled', await loadBookingOfPayment(db, payment), payment)
  })
  app.notifier.notify()
}

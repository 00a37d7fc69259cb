import type { decidePayment, PaymentView } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  ALERT_RAISED_AGAIN,
  formatAlreadyDecided,
  REFUND_PENDING,
  TRANSACTION_MESSAGES,
} from '#contract/validation-messages.ts'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit.ts'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { npr, paisa } from '#domain/money.ts'
import { canSettle, isOpenAttempt, isPaid, isStaffConfirmed } from '#domain/payment.ts'
import { REVIEW_REASON_LABELS } from '#domain/payment-review.ts'
import { isTransactionId, normaliseTransactionId } from '#domain/receipt/receipt.ts'
import { canDeclineRefund } from '#domain/refund.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { issueDueBills } from '../bills/issue.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { refundDeclinedEmail } from '../bookings/emails.ts'
import { closeRefundAccount } from '../bookings/refund-account.ts'
import { clearRefundDue, getRefundDue } from '../bookings/refund-due.ts'
import { readClosedFirstDay } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { findPaymentForStaff, loadBookingOfPayment } from './access.ts'
import { clearAlerts, readAlerts } from './alerts.ts'
import { recordPaymentAuditEntry } from './audit.ts'
import { billKeptPayment, isTransactionUsed } from './duplicate-payments.ts'
import { insertPaymentReport } from './gateway-reports.ts'
import { isQueryablePayment } from './queryable.ts'
import { readRefundStates } from './refunds.ts'
import { cancelUnpaidBooking, formatStaffReason, reconfirmBooking, settleWithin } from './settlement.ts'
import { updatePayment } from './updates.ts'

type Decision = Input<typeof decidePayment>
type DecisionOf<Kind extends Decision['decision']> = Extract<Decision, { decision: Kind }>
type DecisionResult = Output<typeof decidePayment>

interface ReviewCase {
  app: App
  db: Queries
  payment: Payment
  booking: Booking
  staff: Staff
}
type DecisionOutcome = Promise<Outcome<AuditAction>>

/** The second of two concurrent decisions is rejected with the first one's result. */
export async function decide(app: App, staff: Staff, id: string, decision: Decision): Promise<Outcome<DecisionResult>> {
  return writeAndNotify(app, async (db) => {
    await lockPayment(db, id)
    const payment = await findPaymentForStaff(db, staff, id)
    if (!payment) return fail('not_found')
    if (decision.expectedState && decision.expectedState !== payment.state)
      return failAlreadyDecided(db, payment, staff)
    const booking = await loadBookingOfPayment(db, payment)
    const refundDue = getRefundDue(payment)
    const outcome = await applyDecision({ app, db, payment, booking, staff }, decision)
    if (!outcome.ok)
      return outcome.failure.code === 'not_decidable' && !outcome.failure.message
        ? failAlreadyDecided(db, payment, staff)
        : outcome
    await insertPaymentReport(app, db, payment.id, 'staff', { by: staff.email, ...decision })
    const after = await readDecisionResult(db, payment.id)
    await recordPaymentAuditEntry(app, db, payment, {
      by: staff,
      action: outcome.value,
      label: `${getCustomerName(booking)}, ${booking.id}`,
      before: { payment: payment.state, booking: booking.state, ...(refundDue > 0 && { owed: refundDue }) },
      after: { payment: after.state, booking: after.bookingState, ...describeDecision(decision) },
      ...('reason' in decision && decision.reason && { reason: decision.reason }),
    })
    return succeed(after)
  })
}

function applyDecision(review: ReviewCase, decision: Decision): DecisionOutcome {
  switch (decision.decision) {
    case 'confirm':
      return confirm(review, decision)
    case 'reject':
      return reject(review, decision)
    case 'give_place':
      return restoreSeats(review)
    case 'seen':
      return resolveAlert(review, decision)
    case 'keep':
      return declineRefund(review, decision)
  }
}

async function confirm({ app, db, payment, staff }: ReviewCase, input: DecisionOf<'confirm'>): DecisionOutcome {
  if (!canSettle(payment.method, payment.state, 'confirmed', 'staff')) return fail('not_decidable')
  const differs = payment.state === 'mismatch'
  // Account numbers are normalised; a gateway's reference is its key and stays as it is.
  const providerReference = isStaffConfirmed(payment.method)
    ? normaliseTransactionId(input.transactionId)
    : input.transactionId
  const fields = {
    ...(!differs &&
      input.amount !== payment.amount && {
        amount: `${npr(payment.amount)} was requested. Compare it with the bank account`,
      }),
    ...(differs && input.amount <= 0 && { amount: 'Enter the amount received' }),
    // Staff cannot override what the gateway reported.
    ...(differs &&
      payment.received !== null &&
      input.amount !== payment.received && { amount: `The gateway reported ${npr(payment.received)}` }),
    ...(differs && input.amount < payment.refunded && { amount: `${npr(payment.refunded)} of it is already refunded` }),
    ...(differs &&
      payment.provider_reference !== null &&
      providerReference !== payment.provider_reference && {
        transactionId: `The gateway reported ${payment.provider_reference}`,
      }),
    ...((await isTransactionUsed(db, payment, providerReference)) && { transactionId: TRANSACTION_MESSAGES.used }),
    ...(!isTransactionId(input.transactionId) && { transactionId: TRANSACTION_MESSAGES.missing }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  const finding = {
    kind: 'found',
    amount: paisa(input.amount),
    providerReference,
    withoutSeats: input.withoutSeats ?? false,
  } as const
  if (!(await settleWithin(app, db, payment.id, finding, staff))) return fail('not_decidable')
  return succeed(differs ? 'payment_accepted' : 'payment_approved')
}

async function reject({ app, db, payment, staff }: ReviewCase, { reason }: DecisionOf<'reject'>): DecisionOutcome {
  if (payment.state === 'mismatch' && payment.received !== null) {
    if (payment.refunded < payment.received)
      return fail('not_decidable', { message: 'This payment received money. Refund it, or accept the amount.' })
    await updatePayment(db, payment, { state: 'refunded', updated_at: instant(app.now()) })
    await cancelUnpaidBooking(app, db, payment, staff.id)
    return succeed('payment_closed')
  }
  // Includes payments left to staff: money that arrives later is still recorded.
  const isOurs = payment.state === 'mismatch' || isStaffConfirmed(payment.method) || payment.left_to_staff_at !== null
  if (!isOurs || !canSettle(payment.method, payment.state, 'failed', 'staff')) return fail('not_decidable')
  const report = { kind: 'ended', as: 'failed', reason: formatStaffReason(reason) } as const
  if (!(await settleWithin(app, db, payment.id, report, staff))) return fail('not_decidable')
  // Money of a code that Fonepay reports later is still found.
  if (payment.state === 'mismatch') await stopLookups(app, db, payment)
  return succeed('payment_rejected')
}

/** A further lookup would restore the mismatch that staff have judged. */
async function stopLookups(app: App, db: Queries, { id }: Payment): Promise<void> {
  await db
    .updateTable('payments')
    .set({ left_to_staff_at: instant(app.now()) })
    .where('id', '=', id)
    .where(isQueryablePayment)
    .where('left_to_staff_at', 'is', null)
    .execute()
}

async function restoreSeats({ app, db, payment, booking, staff }: ReviewCase): DecisionOutcome {
  if (booking.state !== 'needs_decision' || !isPaid(payment.state) || payment.purpose !== 'booking')
    return fail('not_decidable')
  if (await reconfirmBooking(app, db, booking, staff.id)) {
    await issueDueBills(app, db, booking.id, staff.id)
    return succeed('place_given')
  }
  const closedReason = await readClosedFirstDay(db, booking)
  if (closedReason !== undefined)
    return fail('invalid', {
      message: `Closed on ${formatDate(booking.start_date)}: ${closedReason}. Move the booking, or refund it.`,
    })
  return fail('sold_out', { message: 'No seats are left on these dates. Move the booking, or refund it.' })
}

/** Clears only the alert that staff saw, not one raised again since. */
async function resolveAlert({ db, payment }: ReviewCase, { alert, raised }: DecisionOf<'seen'>): DecisionOutcome {
  const found = (await readAlerts(db, payment.id)).find((each) => each.alert === alert)
  if (!found) return fail('not_decidable')
  if (found.raised !== raised)
    return fail('changed_meanwhile', { message: ALERT_RAISED_AGAIN, current: await readDecisionResult(db, payment.id) })
  await clearAlerts(db, payment.id, [alert])
  return succeed('payment_seen')
}

async function declineRefund(
  { app, db, payment, booking, staff }: ReviewCase,
  { reason }: DecisionOf<'keep'>,
): DecisionOutcome {
  const refundDue = getRefundDue(payment)
  if (refundDue === 0) return fail('not_decidable')
  if (!canDeclineRefund(refundDue, await readRefundStates(db, payment.id)))
    return fail('in_flight', { message: REFUND_PENDING })
  await clearRefundDue(db, payment.id)
  await closeRefundAccount(app, db, booking.id)
  await queueEmail(db, refundDeclinedEmail(booking, buildBookingLink(app, booking), refundDue, reason), app.now())
  await billKeptPayment(app, db, payment, staff.id)
  return succeed('payment_kept')
}

async function failAlreadyDecided(db: Queries, payment: Payment, staff: Staff): Promise<ReturnType<typeof fail>> {
  const last = await findLastDecision(db, payment.id)
  if (!last || isOpenAttempt(payment.state)) return fail('not_decidable')
  const at = formatInstant(Date.parse(last.at))
  return fail('not_decidable', {
    message: `${formatAlreadyDecided(last.by, last.label, formatStaffName(staff.name, staff.email))}, ${at}.`,
  })
}

function describeDecision(decision: Decision): Record<string, unknown> {
  if (decision.decision === 'confirm') return { amount: decision.amount, transaction: decision.transactionId }
  return decision.decision === 'seen' ? { seen: REVIEW_REASON_LABELS[decision.alert] } : {}
}

export async function readDecisionResult(db: Queries, id: string): Promise<DecisionResult> {
  return db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.state', 'bookings.state as bookingState'])
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function findLastDecision(db: Queries, paymentId: string): Promise<PaymentView['lastDecision']> {
  const last = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['action', 'actor', 'staff.name', 'audit.created_at', 'reason'])
    .where('subject', '=', 'payment')
    .where('subject_id', '=', paymentId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  const { action, actor, name, created_at, reason } = last
  return { label: AUDIT_ACTIONS[action], by: actor && formatStaffName(name, actor), at: created_at, reason }
}

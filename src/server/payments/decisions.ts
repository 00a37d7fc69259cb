import type { decidePayment } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  ALERT_RAISED_AGAIN,
  formatAlreadyDecided,
  REFUND_PENDING,
  TRANSACTION_MESSAGES,
} from '#contract/validation-messages.ts'
import type { AuditAction } from '#domain/audit.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr, paisa } from '#domain/money.ts'
import { canSettle, isPaid, isSettled, isStaffConfirmed, QUERYABLE_METHODS } from '#domain/payment.ts'
import { REVIEW_REASON_LABELS } from '#domain/payment-review.ts'
import { isTransactionId, normaliseTransactionId } from '#domain/receipt/receipt.ts'
import { canDeclineRefund } from '#domain/refund.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { refundDeclinedEmail } from '../bookings/emails.ts'
import { clearRefundDue, getRefundDue } from '../bookings/refund-due.ts'
import { getCustomerName } from '../bookings/rows.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { lockPayment } from '../db/row-locks.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { findPaymentForStaff, loadBookingOfPayment } from './access.ts'
import { clearAlerts, readAlerts } from './alerts.ts'
import { findLastDecision } from './last-decision.ts'
import { isTransactionUsed } from './other-payments.ts'
import { readRefundStates } from './refunds.ts'
import { cancelUnpaidBooking, formatStaffReason, reconfirmBooking, settleWithin } from './settlement.ts'

type Decision = Input<typeof decidePayment>
type DecisionOf<Kind extends Decision['decision']> = Extract<Decision, { decision: Kind }>
type DecisionResult = Output<typeof decidePayment>

interface ReviewCase {
  payment: PaymentTable
  booking: BookingTable
  staff: Staff
}

/**
 * What staff say of a payment that only a person can judge. It is settled as every other one is, and who said what is
 * written with it. Of two who decide at once the second is told what the first has decided.
 */
export async function decide(app: App, staff: Staff, id: string, decision: Decision): Promise<Outcome<DecisionResult>> {
  const outcome = await app.db.write<DecisionResult>(async (db) => {
    await lockPayment(db, id)
    const payment = await findPaymentForStaff(db, staff, id)
    if (!payment) return fail('not_found')
    if (decision.saw && decision.saw !== payment.state) return failAlreadyDecided(db, payment, staff)
    const booking = await loadBookingOfPayment(db, payment)
    const owed = getRefundDue(payment)
    const done = await applyDecision(app, db, { payment, booking, staff }, decision)
    if (!done.ok)
      return done.failure.code === 'not_decidable' && !done.failure.message
        ? failAlreadyDecided(db, payment, staff)
        : done
    const now = app.now()
    await db
      .insertInto('payment_reports')
      .values({
        id: crypto.randomUUID(),
        payment_id: payment.id,
        source: 'staff',
        body: JSON.stringify({ by: staff.email, ...decision }),
        created_at: instant(now),
      })
      .execute()
    const after = await readDecisionResult(db, payment.id)
    await recordAuditEntry(
      db,
      {
        by: staff,
        action: done.value,
        subject: 'payment',
        subjectId: payment.id,
        label: `${getCustomerName(booking)}, ${booking.id}`,
        before: { payment: payment.state, booking: booking.state, ...(owed > 0 && { owed }) },
        after: { payment: after.state, booking: after.bookingState, ...describeDecision(decision) },
        ...('reason' in decision && decision.reason && { reason: decision.reason }),
      },
      now,
    )
    return succeed(after)
  })
  if (outcome.ok) app.notifier.notify()
  return outcome
}

/** Gives the words of what was done. What does not fit is said before anything is settled. */
function applyDecision(app: App, db: Queries, of: ReviewCase, decision: Decision): Promise<Outcome<AuditAction>> {
  switch (decision.decision) {
    case 'confirm':
      return confirm(app, db, of, decision)
    case 'reject':
      return reject(app, db, of, decision)
    case 'give_place':
      return restoreSeats(app, db, of)
    case 'seen':
      return markSeen(db, of, decision)
    case 'keep':
      return declineRefund(app, db, of, decision)
  }
}

async function confirm(
  app: App,
  db: Queries,
  { payment, staff }: ReviewCase,
  found: DecisionOf<'confirm'>,
): Promise<Outcome<AuditAction>> {
  if (!canSettle(payment.method, payment.state, 'confirmed', 'staff')) return fail('not_decidable')
  const differs = payment.state === 'mismatch'
  // Numbers of an account are compared however they were typed; a gateway's own are its keys, and stay as they are.
  const providerReference = isStaffConfirmed(payment.method)
    ? normaliseTransactionId(found.transactionId)
    : found.transactionId
  const fields = {
    ...(!differs &&
      found.amount !== payment.amount && {
        amount: `${npr(payment.amount)} was asked for. Compare with the account`,
      }),
    ...(differs && found.amount <= 0 && { amount: 'Enter the amount that arrived' }),
    // What the gateway has said is its own record: nobody types over it.
    ...(differs &&
      payment.received !== null &&
      found.amount !== payment.received && { amount: `The gateway has said that ${npr(payment.received)} came` }),
    ...(differs &&
      found.amount < payment.refunded && { amount: `${npr(payment.refunded)} of it has gone back already` }),
    ...(differs &&
      payment.provider_reference !== null &&
      providerReference !== payment.provider_reference && {
        transactionId: `The gateway has named it ${payment.provider_reference}`,
      }),
    ...((await isTransactionUsed(db, payment, providerReference)) && { transactionId: TRANSACTION_MESSAGES.used }),
    ...(!isTransactionId(found.transactionId) && { transactionId: TRANSACTION_MESSAGES.missing }),
  }
  if (Object.keys(fields).length > 0) return fail('invalid', { fields })
  const finding = {
    kind: 'found',
    amount: paisa(found.amount),
    providerReference,
    withoutPlace: found.withoutPlace ?? false,
  } as const
  if (!(await settleWithin(app, db, payment.id, finding, staff))) return fail('not_decidable')
  return succeed(differs ? 'payment_accepted' : 'payment_approved')
}

async function reject(
  app: App,
  db: Queries,
  { payment, staff }: ReviewCase,
  { reason }: DecisionOf<'reject'>,
): Promise<Outcome<AuditAction>> {
  if (payment.state === 'mismatch' && payment.received !== null) {
    if (payment.refunded < payment.received)
      return fail('not_decidable', { message: 'Money came with this payment: send it back, or take it as it is.' })
    await closeAfterRefund(app, db, payment, staff)
    return succeed('payment_closed')
  }
  // A gateway that was asked for a day and never said: staff looked there. Money that comes yet is still found.
  const isOurs = payment.state === 'mismatch' || isStaffConfirmed(payment.method) || payment.left_to_staff_at !== null
  if (!isOurs || !canSettle(payment.method, payment.state, 'failed', 'staff')) return fail('not_decidable')
  const report = { kind: 'ended', as: 'failed', reason: formatStaffReason(reason) } as const
  if (!(await settleWithin(app, db, payment.id, report, staff))) return fail('not_decidable')
  await stopLookups(app, db, payment)
  return succeed('payment_rejected')
}

/**
 * A gateway says the same the next time, and would bring back what has been judged. Money that comes yet is found by its
 * notice, by the payer who looks again, or where staff ask.
 */
async function stopLookups(app: App, db: Queries, { id }: PaymentTable): Promise<void> {
  await db
    .updateTable('payments')
    .set({ left_to_staff_at: instant(app.now()) })
    .where('id', '=', id)
    .where('method', 'in', QUERYABLE_METHODS)
    .where('left_to_staff_at', 'is', null)
    .execute()
}

/** All that came with a payment that did not match has gone back. */
async function closeAfterRefund(app: App, db: Queries, payment: PaymentTable, staff: Staff): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ state: 'refunded', updated_at: instant(app.now()) })
    .where('id', '=', payment.id)
    .where('state', '=', 'mismatch')
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  await cancelUnpaidBooking(app, db, payment, staff.id)
}

async function restoreSeats(
  app: App,
  db: Queries,
  { payment, booking, staff }: ReviewCase,
): Promise<Outcome<AuditAction>> {
  if (booking.state !== 'needs_decision' || !isPaid(payment.state)) return fail('not_decidable')
  if (await reconfirmBooking(app, db, booking, staff.id)) return succeed('place_given')
  return fail('sold_out', { message: 'No seat is left on its dates. Move it to other dates, or send the money back.' })
}

/** What was seen is ended, and nothing that has come since. */
async function markSeen(
  db: Queries,
  { payment }: ReviewCase,
  { alert, raised }: DecisionOf<'seen'>,
): Promise<Outcome<AuditAction>> {
  const stands = (await readAlerts(db, payment.id)).find((each) => each.alert === alert)
  if (!stands) return fail('not_decidable')
  if (stands.raised !== raised)
    return fail('changed_meanwhile', { message: ALERT_RAISED_AGAIN, current: await readDecisionResult(db, payment.id) })
  await clearAlerts(db, payment.id, [alert])
  return succeed('payment_seen')
}

/** The money of a cancelled booking that was to go back stays here, and its customer hears why. */
async function declineRefund(
  app: App,
  db: Queries,
  { payment, booking }: ReviewCase,
  { reason }: DecisionOf<'keep'>,
): Promise<Outcome<AuditAction>> {
  const owed = getRefundDue(payment)
  if (owed === 0) return fail('not_decidable')
  if (!canDeclineRefund(owed, await readRefundStates(db, payment.id)))
    return fail('in_flight', { message: REFUND_PENDING })
  await clearRefundDue(db, payment.id)
  await queueEmail(db, refundDeclinedEmail(booking, owed, reason), app.now())
  return succeed('payment_kept')
}

/** It is settled by now: by whom, where that is known. */
async function failAlreadyDecided(db: Queries, payment: PaymentTable, staff: Staff): Promise<ReturnType<typeof fail>> {
  const last = await findLastDecision(db, payment.id)
  if (!last || !isSettled(payment.state)) return fail('not_decidable')
  const at = formatInstant(Date.parse(last.at))
  return fail('not_decidable', {
    message: `${formatAlreadyDecided(last.by, last.what, formatStaffName(staff.name, staff.email))}, ${at}.`,
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

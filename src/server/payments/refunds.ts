import type { decideRefund, listRefunds, RefundView, requestRefund } from '#contract/admin/refunds.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CONCURRENT_REFUND, REFUND_ENDED } from '#contract/validation-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { npr, paisa, ZERO } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { ALERTS_RESOLVED_BY_FULL_REFUND } from '#domain/payment-review.ts'
import {
  getRefundableAmount,
  getRefundMethod,
  isOpenRefund,
  isRefundable,
  isRefundableInCash,
  type RefundState,
  STAFF_REFUND_CHANNELS,
} from '#domain/refund.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { recordBookingAuditEntry } from '../bookings/booking.ts'
import { attachCalendar } from '../bookings/calendar.ts'
import { canRefundThroughGateway } from '../bookings/cancellation-terms.ts'
import { cashRefundReadyEmail, cashRefundWithdrawnEmail } from '../bookings/cash-refund-emails.ts'
import { readReleases } from '../bookings/email-booking.ts'
import { bookingCancelledEmail } from '../bookings/emails.ts'
import { isRefundAccountMissing } from '../bookings/refund-account.ts'
import { getRefundDue } from '../bookings/refund-due.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Booking, Payment, Refund } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { readNextRenewal } from '../memberships/renewals.ts'
import type { Staff } from '../staff/sessions.ts'
import { findPaymentForStaff, type LocationScope, loadBookingOfPayment } from './access.ts'
import { clearAlerts } from './alerts.ts'
import { recordPaymentAuditEntry } from './audit.ts'
import { canCancelAfterRefund } from './duplicate-payments.ts'
import { CALL_TIMEOUT_MS, sendRefund } from './refund-calls.ts'
import { applyRefund, insertRefund, releaseRefund, reserveRefund } from './refund-effects.ts'
import { updateRefund } from './updates.ts'

type RefundInput = Input<typeof requestRefund>

/** Sends a refund through the gateway, or records a manual one. A repeated key resumes the same refund. */
export async function createRefund(
  app: App,
  paymentId: string,
  input: RefundInput,
  by: Staff,
  key: string,
): Promise<Outcome<RefundView>> {
  const request = toIdempotentRequest(key, [paymentId, input])
  const inserted = await writeAndNotify(app, (db) =>
    requestRefundAsStaff(app, db, paymentId, input, { by, ...request }),
  )
  const outcome = inserted.ok ? inserted : ((await findEarlierRefund(app, request)) ?? inserted)
  if (!outcome.ok) return outcome
  await sendRefund(app, outcome.value)
  const view = (await readRefundViews(app.db.read, paymentId)).find(({ refundId }) => refundId === outcome.value)
  if (!view) throw new Error(`refund ${outcome.value} was not found`)
  return succeed(view)
}

export async function readRefunds(
  app: App,
  staff: LocationScope,
  id: string,
): Promise<Outcome<Output<typeof listRefunds>>> {
  const payment = await findPaymentForStaff(app.db.read, staff, id)
  if (!payment) return fail('not_found')
  const channels = getRefundableAmount(payment) > 0 ? STAFF_REFUND_CHANNELS : []
  const items = await readRefundViews(app.db.read, id)
  const hasOpenRefund = items.some(({ state }) => isOpenRefund(state))
  return succeed({
    received: getReceivedAmount(payment),
    refundable: getRefundableAmount(payment),
    channels: channels.filter(
      (channel) => channel === 'manual' || (canRefundThrough(app, payment, channel) && !hasOpenRefund),
    ),
    items,
  })
}

const canRefundThrough = (app: App, payment: Payment, channel: 'gateway' | 'cash'): boolean =>
  channel === 'cash' ? isRefundableInCash(payment.method) : canRefundThroughGateway(app, payment)

async function requestRefundAsStaff(
  app: App,
  db: Queries,
  paymentId: string,
  { channel, amount, reason, reference, expectedCount, cancelBooking }: RefundInput,
  { by, key, bodyHash }: IdempotentRequest & { by: Staff },
): Promise<Outcome<string>> {
  await lockPayment(db, paymentId)
  const payment = await findPaymentForStaff(db, by, paymentId)
  if (!payment) return fail('not_found')
  const states = await readRefundStates(db, paymentId)
  if (expectedCount !== undefined && expectedCount !== states.length)
    return fail('changed_meanwhile', { message: CONCURRENT_REFUND })
  if (!isRefundable(payment.state) || getReceivedAmount(payment) === 0) return fail('not_refundable')
  if (channel === 'gateway' && !canRefundThroughGateway(app, payment))
    return fail('unsupported_method', {
      message: 'This gateway cannot refund automatically. Send the refund manually and record it.',
    })
  if (channel === 'cash' && !isRefundableInCash(payment.method))
    return fail('unsupported_method', { message: 'This payment cannot be refunded in cash. Record a manual refund.' })
  if (cancelBooking && amount !== getRefundableAmount(payment))
    return fail('invalid', { fields: { cancelBooking: 'Only a full refund can cancel the booking' } })
  if (!(await reserveRefund(db, payment, paisa(amount))))
    return fail('invalid', { fields: { amount: `At most ${npr(getRefundableAmount(payment))} can still be refunded` } })
  if (channel !== 'manual' && states.some(isOpenRefund))
    return fail('in_flight', { message: 'Another refund of this payment is in progress. Wait until it ends.' })
  const refund = await insertRefund(app, db, {
    payment_id: paymentId,
    idempotency_key: key,
    body_hash: bodyHash,
    channel,
    state: channel === 'manual' ? 'done' : 'requested',
    amount: paisa(amount),
    reason,
    reference: reference ?? null,
    staff_id: by.id,
  })
  if (!refund) return fail('in_flight')
  if (cancelBooking) {
    // A booking that has ended, or has other money, stays as it is.
    const booking = await loadBookingOfPayment(db, payment)
    if (await canCancelAfterRefund(db, payment, booking)) await cancelRefundedBooking(app, db, by, booking, reason)
  }
  const action = channel === 'manual' ? 'refund_recorded' : 'refund_requested'
  const after = { refund: refund.id, amount, method: getRefundMethod(channel, payment.method) }
  await recordPaymentAuditEntry(app, db, payment, { by, action, after, reason })
  if (getRefundableAmount(payment) === amount) await clearAlerts(db, paymentId, ALERTS_RESOLVED_BY_FULL_REFUND)
  if (channel === 'manual') await applyRefund(app, db, refund)
  if (channel === 'cash') await announceCash(app, db, payment, refund)
  return succeed(refund.id)
}

/** Emails the customer where the cash waits. */
async function announceCash(app: App, db: Queries, payment: Payment, { amount }: Refund): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  const location = (await readLocations(app, db)).find(({ id }) => id === booking.location_id)
  const waiting = { amount, location, today: kathmanduDate(app.now()) }
  await queueEmail(db, cashRefundReadyEmail(booking, buildBookingLink(app, booking), waiting), app.now())
}

async function announceWithdrawal(app: App, db: Queries, payment: Payment, { amount }: Refund): Promise<void> {
  const booking = await loadBookingOfPayment(db, payment)
  const email = cashRefundWithdrawnEmail(booking, buildBookingLink(app, booking), {
    amount,
    needsAccount: await isRefundAccountMissing(app, db, booking),
    isDue: getRefundDue(payment) > 0,
  })
  await queueEmail(db, email, app.now())
}

export async function readRefundStates(db: Queries, paymentId: string): Promise<RefundState[]> {
  const refunds = await db.selectFrom('refunds').select('state').where('payment_id', '=', paymentId).execute()
  return refunds.map(({ state }) => state)
}

async function findEarlierRefund(app: App, { key, bodyHash }: IdempotentRequest): Promise<Outcome<string> | undefined> {
  const known = await app.db.read
    .selectFrom('refunds')
    .select(['id', 'body_hash'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!known) return undefined
  return known.body_hash === bodyHash ? succeed(known.id) : fail('idempotency_mismatch')
}

async function readRefundViews(db: Queries, paymentId: string): Promise<RefundView[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('staff', 'staff.id', 'refunds.staff_id')
    .select(['refunds.id as refundId', 'payment_id as paymentId', 'channel', 'state', 'amount', 'reason'])
    .select(['reference', 'response', 'refunds.created_at as createdAt', 'updated_at as updatedAt'])
    .select(['staff.name', 'staff.email'])
    .where('payment_id', '=', paymentId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return rows.map(({ name, email, ...row }) => ({ ...row, by: email && formatStaffName(name, email) }))
}

/** The refund has its own email, so this one names no amount. */
async function cancelRefundedBooking(
  app: App,
  db: Queries,
  staff: Staff,
  booking: Booking,
  reason: string,
): Promise<void> {
  const releases = await readReleases(app, db, booking)
  assertUpdated(await transitionBooking(app, db, booking, 'cancelled', null, staff.id))
  const email = bookingCancelledEmail({ ...booking, ...releases }, buildBookingLink(app, booking), {
    received: ZERO,
    refund: ZERO,
    needsAccount: false,
    renewal: await readNextRenewal(db, booking),
  })
  await queueEmail(db, await attachCalendar(app, db, booking.id, email), app.now())
  const [before, after] = [{ state: booking.state }, { state: 'cancelled' }]
  await recordBookingAuditEntry(app, db, staff, booking, { action: 'booking_cancelled', before, after, reason })
}

/** Records what staff found out about a refund without a result. Rejected while a gateway call may be running. */
export async function decideOpenRefund(
  app: App,
  staff: Staff,
  id: string,
  { succeeded, reason, reference }: Input<typeof decideRefund>,
): Promise<Outcome<Output<typeof decideRefund>>> {
  return writeAndNotify(app, async (db) => {
    const found = await db.selectFrom('refunds').select('payment_id').where('id', '=', id).executeTakeFirst()
    if (found) await lockPayment(db, found.payment_id)
    const refund = found && (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst())
    const payment = refund && (await findPaymentForStaff(db, staff, refund.payment_id))
    if (!payment) return fail('not_found')
    if (!isOpenRefund(refund.state)) return fail('not_decidable', { message: REFUND_ENDED })
    if (succeeded && refund.channel === 'cash')
      return fail('not_decidable', { message: 'The desk records this refund when it pays out the cash.' })
    const now = app.now()
    if (refund.queried_at !== null && now - Date.parse(refund.queried_at) < CALL_TIMEOUT_MS)
      return fail('in_flight', { message: 'The gateway is being queried. Try again in a minute.' })
    const state = succeeded ? 'done' : 'failed'
    const changes = { state, reference: reference ?? refund.reference, response: `Staff: ${reason}` } as const
    await updateRefund(db, refund, { ...changes, updated_at: instant(now) })
    if (succeeded) await applyRefund(app, db, { ...refund, ...changes })
    else {
      const released = await releaseRefund(app, db, refund)
      if (refund.channel === 'cash') await announceWithdrawal(app, db, released, refund)
      await recordEvent(db, 'booking_update', payment.booking_id, now)
    }
    await recordPaymentAuditEntry(app, db, payment, {
      by: staff,
      action: 'refund_decided',
      before: { refund: refund.state },
      after: { refund: state, amount: refund.amount },
      reason,
    })
    return succeed({ state })
  })
}

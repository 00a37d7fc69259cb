import type { listRefunds, RefundView, requestRefund } from '#contract/admin/refunds.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CONCURRENT_REFUND } from '#contract/validation-messages.ts'
import { npr, paisa, ZERO } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { ALERTS_RESOLVED_BY_FULL_REFUND } from '#domain/payment-review.ts'
import {
  getRefundableAmount,
  isOpenRefund,
  isRefundable,
  type RefundState,
  STAFF_REFUND_CHANNELS,
} from '#domain/refund.ts'
import { formatStaffName } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import { bookingCancelledEmail } from '../bookings/emails.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import type { Queries } from '../db/database.ts'
import { type IdempotentRequest, toIdempotentRequest } from '../db/idempotency.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { BookingTable } from '../db/schema.ts'
import { instant, type PaymentTable, type RefundTable } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { findPaymentForStaff, type LocationScope, loadBookingOfPayment } from './access.ts'
import { clearAlerts } from './alerts.ts'
import { canCancelAfterRefund } from './other-payments.ts'
import { sendRefund } from './refund-calls.ts'
import { applyRefund, reserveRefund } from './refund-effects.ts'

type RefundInput = Input<typeof requestRefund>

/**
 * Sends money of a payment back through its gateway, or records what staff sent by hand. The same key is the same
 * refund: pressed again, it is asked again where its outcome is open. Of two who saw the same refunds and press at once
 * the second is told that there is one more.
 */
export async function createRefund(
  app: App,
  paymentId: string,
  wanted: RefundInput,
  by: Staff,
  key: string,
): Promise<Outcome<RefundView>> {
  const request = toIdempotentRequest(key, [paymentId, wanted])
  const written = await app.db.write((db) => insertRefund(app, db, paymentId, wanted, { by, ...request }))
  const outcome = written.ok ? written : ((await findEarlierRefund(app, request)) ?? written)
  if (!outcome.ok) return outcome
  if (written.ok) app.notifier.notify()
  await sendRefund(app, outcome.value)
  const view = (await readRefundViews(app.db.read, paymentId)).find(({ refundId }) => refundId === outcome.value)
  if (!view) throw new Error(`refund ${outcome.value} is not there`)
  return succeed(view)
}

/** What can still go back of a payment, how, and what has gone already. */
export async function readRefunds(
  app: App,
  staff: LocationScope,
  id: string,
): Promise<Outcome<Output<typeof listRefunds>>> {
  const payment = await findPaymentForStaff(app.db.read, staff, id)
  if (!payment) return fail('not_found')
  const ways = getRefundableAmount(payment) > 0 ? STAFF_REFUND_CHANNELS : []
  const items = await readRefundViews(app.db.read, id)
  const callable = canRefundThroughGateway(app, payment) && !items.some(({ state }) => isOpenRefund(state))
  return succeed({
    received: getReceivedAmount(payment),
    left: getRefundableAmount(payment),
    ways: ways.filter((way) => way === 'manual' || callable),
    items,
  })
}

/** Gives the id of the new refund. */
async function insertRefund(
  app: App,
  db: Queries,
  paymentId: string,
  { way, amount, reason, reference, saw, cancelBooking }: RefundInput,
  { by, key, bodyHash }: IdempotentRequest & { by: Staff },
): Promise<Outcome<string>> {
  await lockPayment(db, paymentId)
  const payment = await findPaymentForStaff(db, by, paymentId)
  if (!payment) return fail('not_found')
  const states = await readRefundStates(db, paymentId)
  if (saw !== undefined && saw !== states.length) return fail('changed_meanwhile', { message: CONCURRENT_REFUND })
  if (!isRefundable(payment.state) || getReceivedAmount(payment) === 0) return fail('not_refundable')
  if (way === 'gateway' && !canRefundThroughGateway(app, payment))
    return fail('unsupported_method', {
      message: 'Send this money back by hand and record it: the gateway takes no call.',
    })
  if (cancelBooking && amount !== getRefundableAmount(payment))
    return fail('invalid', { fields: { cancelBooking: 'Only a full refund can cancel the booking' } })
  const now = instant(app.now())
  if (!(await reserveRefund(db, payment, paisa(amount))))
    return fail('invalid', { fields: { amount: `At most ${npr(getRefundableAmount(payment))} can still go back` } })
  if (way === 'gateway' && states.some(isOpenRefund))
    return fail('in_flight', { message: 'Another refund of this payment is still on its way.' })
  const id = crypto.randomUUID()
  const row: RefundTable = {
    id,
    payment_id: paymentId,
    idempotency_key: key,
    body_hash: bodyHash,
    way,
    state: INITIAL_STATE[way],
    amount: paisa(amount),
    reason,
    reference: reference ?? null,
    answer: null,
    staff_id: by.id,
    asked_at: null,
    left_to_staff_at: null,
    created_at: now,
    updated_at: now,
  }
  const inserted = await db
    .insertInto('refunds')
    .values(row)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return fail('in_flight')
  if (cancelBooking) {
    // A booking that has ended already, or that other money is in hand for, stays as it is.
    const booking = await loadBookingOfPayment(db, payment)
    if (await canCancelAfterRefund(db, payment, booking)) await cancelRefundedBooking(app, db, by, booking, reason)
  }
  const action = way === 'manual' ? 'refund_recorded' : 'refund_requested'
  await recordAuditEntry(
    db,
    {
      by,
      action,
      subject: 'payment',
      subjectId: paymentId,
      label: payment.booking_id,
      after: { refund: id, amount },
      reason,
    },
    app.now(),
  )
  if (getRefundableAmount(payment) === amount) await clearAlerts(db, paymentId, ALERTS_RESOLVED_BY_FULL_REFUND)
  if (way === 'manual') await applyRefund(app, db, row)
  return succeed(id)
}

/** What staff have sent themselves has gone when they say so. */
const INITIAL_STATE = { gateway: 'requested', manual: 'done' } as const satisfies Record<RefundInput['way'], string>

/** How each refund of a payment stands. */
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

const canRefundThroughGateway = (app: App, { method, provider_reference }: PaymentTable): boolean =>
  app.gateways[method]?.refund !== undefined && provider_reference !== null

async function readRefundViews(db: Queries, paymentId: string): Promise<RefundView[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('staff', 'staff.id', 'refunds.staff_id')
    .selectAll('refunds')
    .select(['staff.name', 'staff.email'])
    .where('payment_id', '=', paymentId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return rows.map((row) => ({
    refundId: row.id,
    paymentId,
    way: row.way,
    state: row.state,
    amount: row.amount,
    reason: row.reason,
    reference: row.reference,
    answer: row.answer,
    by: row.email && formatStaffName(row.name, row.email),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** Cancels a booking with the refund of all that was paid for it, whose own mail names the amount. */
export async function cancelRefundedBooking(
  app: App,
  db: Queries,
  staff: Staff,
  booking: BookingTable,
  reason: string,
): Promise<void> {
  assertUpdated(await transitionBooking(db, booking, 'cancelled', app.now(), null, staff.id))
  await queueEmail(db, bookingCancelledEmail(booking, ZERO), app.now())
  const [before, after] = [{ state: booking.state }, { state: 'cancelled' }]
  await recordBookingAuditEntry(app, db, staff, booking, { action: 'booking_cancelled', before, after, reason })
}

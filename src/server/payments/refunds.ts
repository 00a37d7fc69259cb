import type { listRefunds, makeRefund, RefundView } from '#contract/admin/refunds.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { REFUNDED_MEANWHILE } from '#contract/sentences.ts'
import { npr, paisa, ZERO } from '#domain/money.ts'
import { cameWith } from '#domain/payment.ts'
import { isOpenRefund, isRefundable, leftOf, REFUND_WAYS, type RefundState } from '#domain/refund.ts'
import { colleagueName } from '#domain/staff.ts'
import { SEEN_ONCE_ALL_IS_BACK } from '#domain/waiting.ts'
import type { App } from '../app.ts'
import { recordDeed } from '../audit/audit.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { cancelledMail } from '../bookings/booking-mail.ts'
import { moveBooking, moved } from '../bookings/transitions.ts'
import type { Queries } from '../db/database.ts'
import { holdPayment } from '../db/holding.ts'
import { type Keyed, keyed } from '../db/keyed.ts'
import type { BookingTable } from '../db/schema.ts'
import { instant, type PaymentTable, type RefundTable } from '../db/schema.ts'
import { noteMail } from '../mail/outbox.ts'
import type { Staff } from '../staff/sessions.ts'
import { clearAlerts } from './alerts.ts'
import { moneyWentBack, setAside } from './money-back.ts'
import { canCancelWith } from './other-money.ts'
import { bookingOf, paymentAt, type Workplace } from './payment-at.ts'
import { sendRefund } from './refunding.ts'

type Wanted = Input<typeof makeRefund>

/**
 * Sends money of a payment back through its gateway, or records what staff sent by hand. The same key is the same
 * refund: pressed again, it is asked again where its outcome is open. Of two who saw the same refunds and press at once
 * the second is told that there is one more.
 */
export async function refund(
  app: App,
  paymentId: string,
  wanted: Wanted,
  by: Staff,
  key: string,
): Promise<Outcome<RefundView>> {
  const request = keyed(key, [paymentId, wanted])
  const written = await app.db.write((db) => writeRefund(app, db, paymentId, wanted, { by, ...request }))
  const outcome = written.ok ? written : ((await earlier(app, request)) ?? written)
  if (!outcome.ok) return outcome
  if (written.ok) app.bell.ring()
  await sendRefund(app, outcome.value)
  const view = (await readViews(app.db.read, paymentId)).find(({ refundId }) => refundId === outcome.value)
  if (!view) throw new Error(`refund ${outcome.value} is not there`)
  return succeed(view)
}

/** What can still go back of a payment, how, and what has gone already. */
export async function readRefunds(
  app: App,
  staff: Workplace,
  id: string,
): Promise<Outcome<Output<typeof listRefunds>>> {
  const payment = await paymentAt(app.db.read, staff, id)
  if (!payment) return fail('not_found')
  const ways = leftOf(payment) > 0 ? REFUND_WAYS : []
  const items = await readViews(app.db.read, id)
  const callable = canCall(app, payment) && !items.some(({ state }) => isOpenRefund(state))
  return succeed({
    received: cameWith(payment),
    left: leftOf(payment),
    ways: ways.filter((way) => way === 'manual' || callable),
    items,
  })
}

/** Gives the id of the new refund. */
async function writeRefund(
  app: App,
  db: Queries,
  paymentId: string,
  { way, amount, reason, reference, saw, cancelBooking }: Wanted,
  { by, key, bodyHash }: Keyed & { by: Staff },
): Promise<Outcome<string>> {
  await holdPayment(db, paymentId)
  const payment = await paymentAt(db, by, paymentId)
  if (!payment) return fail('not_found')
  const states = await refundStates(db, paymentId)
  if (saw !== undefined && saw !== states.length) return fail('changed_meanwhile', { message: REFUNDED_MEANWHILE })
  if (!isRefundable(payment.state) || cameWith(payment) === 0) return fail('not_refundable')
  if (way === 'gateway' && !canCall(app, payment))
    return fail('unsupported_method', {
      message: 'Send this money back by hand and record it: the gateway takes no call.',
    })
  if (cancelBooking && amount !== leftOf(payment))
    return fail('invalid', { fields: { cancelBooking: 'Only a full refund can cancel the booking' } })
  const now = instant(app.now())
  if (!(await setAside(db, payment, paisa(amount))))
    return fail('invalid', { fields: { amount: `At most ${npr(leftOf(payment))} can still go back` } })
  if (way === 'gateway' && states.some(isOpenRefund))
    return fail('in_flight', { message: 'Another refund of this payment is still on its way.' })
  const id = crypto.randomUUID()
  const row: RefundTable = {
    id,
    payment_id: paymentId,
    idempotency_key: key,
    body_hash: bodyHash,
    way,
    state: FIRST_STATE[way],
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
    const booking = await bookingOf(db, payment)
    if (await canCancelWith(db, payment, booking)) await cancelRefunded(app, db, by, booking, reason)
  }
  const action = way === 'manual' ? 'refund_recorded' : 'refund_requested'
  await recordDeed(
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
  if (leftOf(payment) === amount) await clearAlerts(db, paymentId, SEEN_ONCE_ALL_IS_BACK)
  if (way === 'manual') await moneyWentBack(app, db, row)
  return succeed(id)
}

/** What staff have sent themselves has gone when they say so. */
const FIRST_STATE = { gateway: 'requested', manual: 'done' } as const satisfies Record<Wanted['way'], string>

/** How each refund of a payment stands. */
export async function refundStates(db: Queries, paymentId: string): Promise<RefundState[]> {
  const refunds = await db.selectFrom('refunds').select('state').where('payment_id', '=', paymentId).execute()
  return refunds.map(({ state }) => state)
}

async function earlier(app: App, { key, bodyHash }: Keyed): Promise<Outcome<string> | undefined> {
  const known = await app.db.read
    .selectFrom('refunds')
    .select(['id', 'body_hash'])
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (!known) return undefined
  return known.body_hash === bodyHash ? succeed(known.id) : fail('idempotency_mismatch')
}

const canCall = (app: App, { method, provider_reference }: PaymentTable): boolean =>
  app.gateways[method]?.refund !== undefined && provider_reference !== null

async function readViews(db: Queries, paymentId: string): Promise<RefundView[]> {
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
    by: row.email && colleagueName(row.name, row.email),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

/** Cancels a booking with the refund of all that was paid for it, whose own mail names the amount. */
export async function cancelRefunded(
  app: App,
  db: Queries,
  staff: Staff,
  booking: BookingTable,
  reason: string,
): Promise<void> {
  moved(await moveBooking(db, booking, 'cancelled', app.now(), null, staff.id))
  await noteMail(db, cancelledMail(booking, ZERO), app.now())
  const [before, after] = [{ state: booking.state }, { state: 'cancelled' }]
  await recordBookingDeed(app, db, staff, booking, { action: 'booking_cancelled', before, after, reason })
}

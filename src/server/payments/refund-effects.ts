import { type Paisa, paisa, sum } from '#domain/money.ts'
import { canSettle, getReceivedAmount } from '#domain/payment.ts'
import { stateAfterFailedRefund, stateAfterRefunds } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { refundEmail } from '../bookings/emails.ts'
import { transitionBooking } from '../bookings/transitions.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant, type PaymentTable, type RefundTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { loadBookingOfPayment } from './access.ts'
import { shouldEndWithoutPayment } from './other-payments.ts'

/**
 * A refund is done: the payment follows, the customer is told, and a booking that nothing is paid for any more is let
 * go where it only waited for this decision. A confirmed booking stays: staff decide about that by itself.
 */
export async function applyRefund(app: App, db: Queries, refund: RefundTable, tells = true): Promise<void> {
  const now = app.now()
  const { payment, before } = await loadPaymentOfRefund(db, refund)
  const to = stateAfterRefunds(payment.state, getReceivedAmount(payment), paisa(before + refund.amount))
  const moves = to !== payment.state && canSettle(payment.method, payment.state, to, 'staff')
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ ...(moves && { state: to }), updated_at: instant(now) })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  const booking = await loadBookingOfPayment(db, payment)
  if (tells) await queueEmail(db, refundEmail(booking, refund.amount), now)
  if (to === 'refunded' && (await shouldEndWithoutPayment(db, payment, booking))) {
    if (!(await transitionBooking(db, booking, 'cancelled', now, null, refund.staff_id))) throw new Conflict()
  } else {
    await recordEvent(db, 'booking_update', booking.id, now)
  }
}

/** A refund that was done has failed: its money is here, and the payment with it. What became of the booking stays. */
export async function revertRefund(app: App, db: Queries, refund: RefundTable): Promise<void> {
  const { payment, before } = await loadPaymentOfRefund(db, refund)
  await db
    .updateTable('payments')
    .set({ state: stateAfterFailedRefund(payment.state, before), updated_at: instant(app.now()) })
    .where('id', '=', payment.id)
    .execute()
}

/** The payment, and what other refunds of it have sent back. */
export async function loadPaymentOfRefund(
  db: Queries,
  refund: Pick<RefundTable, 'id' | 'payment_id'>,
): Promise<{ payment: PaymentTable; before: Paisa }> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  const done = await db
    .selectFrom('refunds')
    .select('amount')
    .where('payment_id', '=', refund.payment_id)
    .where('state', '=', 'done')
    .where('id', '!=', refund.id)
    .execute()
  return { payment, before: sum(done.map(({ amount }) => amount)) }
}

/** Sets money aside for a refund, so that all of them together never exceed what came. */
export async function reserveRefund(db: Queries, payment: PaymentTable, amount: Paisa): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set((row) => ({ refunded: row('refunded', '+', amount) }))
    .where('id', '=', payment.id)
    .where((row) => row(row('refunded', '+', amount), '<=', getReceivedAmount(payment)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === 1
}

/** What was set aside for a refund that did not go can go back another way. */
export async function releaseRefund(db: Queries, refund: Pick<RefundTable, 'payment_id' | 'amount'>): Promise<void> {
  await db
    .updateTable('payments')
    .set((row) => ({ refunded: row('refunded', '-', refund.amount) }))
    .where('id', '=', refund.payment_id)
    .execute()
}

import { sql } from 'kysely'
import { type Paisa, paisa, ZERO } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { isRefundable } from '#domain/refund.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Payment } from '../db/schema.ts'

/**
 * Whether a promised refund is not fully sent. Written as in its partial index; the concatenation prevents the planner
 * from reading all payments of a state.
 */
export const isRefundDue = sql<boolean>`payments.refunded < payments.refund_due
  and payments.state || '' in ('confirmed', 'partly_refunded', 'mismatch')`

export const getRefundDue = (
  payment: Pick<Payment, 'state' | 'refund_due' | 'amount' | 'received' | 'refunded'>,
): Paisa =>
  payment.refund_due !== null && isRefundable(payment.state)
    ? paisa(Math.max(Math.min(payment.refund_due, getReceivedAmount(payment)) - payment.refunded, 0))
    : ZERO

/** Marks everything that was received as due, and restarts the reminders. */
export async function markRefundDue(db: Queries, payments: readonly Payment[], now: number): Promise<void> {
  for (const payment of payments) {
    const received = getReceivedAmount(payment)
    if (isRefundable(payment.state) && received > 0)
      await db
        .updateTable('payments')
        .set({ refund_due: received, refund_due_at: instant(now), reminded_at: null })
        .where('id', '=', payment.id)
        .execute()
  }
}

/**
 * Marks what was received above the requested amount. Returns what of it is not refunded yet, or zero if a refund is
 * due already.
 */
export async function markExcessDue(db: Queries, payment: Payment, now: number): Promise<Paisa> {
  const excess = paisa(getReceivedAmount(payment) - payment.amount)
  if (excess <= payment.refunded) return ZERO
  const marked = await db
    .updateTable('payments')
    .set({ refund_due: excess, refund_due_at: instant(now), reminded_at: null })
    .where('id', '=', payment.id)
    .where('refund_due', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked ? paisa(excess - payment.refunded) : ZERO
}

/** Marks an amount that was reserved for a refund and is not sent, unless it is still due. Returns the payment. */
export async function markReleasedDue(db: Queries, payment: Payment, amount: Paisa, now: number): Promise<Payment> {
  const due = paisa(payment.refunded + amount)
  if (payment.refund_due !== null && payment.refund_due >= due) return payment
  return db
    .updateTable('payments')
    .set({ refund_due: due, refund_due_at: instant(now), reminded_at: null })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function clearRefundDue(db: Queries, id: string): Promise<void> {
  await db.updateTable('payments').set({ refund_due: null, refund_due_at: null }).where('id', '=', id).execute()
}

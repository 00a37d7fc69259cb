import { sql } from 'kysely'
import { type Paisa, paisa, ZERO } from '#domain/money.ts'
import { getReceivedAmount } from '#domain/payment.ts'
import { isRefundable } from '#domain/refund.ts'
import type { Queries } from '../db/database.ts'
import { instant, type PaymentTable } from '../db/schema.ts'

/** Promised with a cancellation or paid twice, and not all of it has gone or is on its way; in words, as its partial index has it. */
export const isRefundDue = sql<boolean>`payments.refunded < payments.owed
  and payments.state in ('confirmed', 'partly_refunded', 'mismatch')`

/** What of a payment is still to go back by that promise. */
export const getRefundDue = (
  payment: Pick<PaymentTable, 'state' | 'owed' | 'amount' | 'received' | 'refunded'>,
): Paisa =>
  payment.owed !== null && isRefundable(payment.state)
    ? paisa(Math.max(Math.min(payment.owed, getReceivedAmount(payment)) - payment.refunded, 0))
    : ZERO

/** The customer is told that everything goes back which came with these payments: staff are reminded until it has gone. */
export async function markRefundDue(db: Queries, payments: readonly PaymentTable[], now: number): Promise<void> {
  for (const payment of payments) {
    const came = getReceivedAmount(payment)
    if (isRefundable(payment.state) && came > 0)
      await db
        .updateTable('payments')
        .set({ owed: came, owed_at: instant(now), reminded_at: null })
        .where('id', '=', payment.id)
        .execute()
  }
}

/** Staff have decided that nothing more goes back. */
export async function clearRefundDue(db: Queries, id: string): Promise<void> {
  await db.updateTable('payments').set({ owed: null, owed_at: null }).where('id', '=', id).execute()
}

import type { Paisa } from '#domain/money.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Payment } from '../db/schema.ts'
import { recordPaymentAuditEntry } from './audit.ts'
import { sendRefund } from './refund-calls.ts'
import { insertRefund, reserveRefund } from './refund-effects.ts'

/** Requests the gateway's refund of a booking that its customer cancelled. `sendRefund` sends it after the commit. */
export async function insertAutomaticRefund(app: App, db: Queries, payment: Payment, amount: Paisa): Promise<void> {
  if (!(await reserveRefund(db, payment, amount))) throw new Error(`payment ${payment.id} has no ${amount} paisa left`)
  const reason = 'Cancelled by the customer'
  const refund = await insertRefund(app, db, {
    payment_id: payment.id,
    idempotency_key: `automatic ${crypto.randomUUID()}`,
    body_hash: '',
    channel: 'gateway',
    state: 'requested',
    amount,
    reason,
  })
  if (!refund) throw new Error(`the refund of payment ${payment.id} was not stored`)
  const after = { refund: refund.id, amount }
  await recordPaymentAuditEntry(app, db, payment, { by: null, action: 'refund_requested', after, reason })
}

export async function sendRequestedRefunds(app: App, bookingId: string): Promise<void> {
  const refunds = await app.db.read
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('payments.booking_id', '=', bookingId)
    .where('refunds.state', '=', 'requested')
    .execute()
  for (const { id } of refunds) await sendRefund(app, id)
}

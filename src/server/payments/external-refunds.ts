import { type Paisa, paisa, sum } from '#domain/money.ts'
import { type GatewayReport, getReceivedAmount } from '#domain/payment.ts'
import { isOpenRefund } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant, type PaymentTable, type RefundTable } from '../db/schema.ts'
import { loadBookingOfPayment } from './access.ts'
import { notifyStaff, raiseAlert } from './alerts.ts'
import { applyRefund, reserveRefund } from './refund-effects.ts'

type RefundedReport = Extract<GatewayReport, { kind: 'refunded' }>

/**
 * A gateway says that money of a payment has gone back. What our own refunds explain is no news, and one whose answer
 * never came is found to be done; the rest was sent back at the gateway itself: it is put on record, and staff are told.
 * True where something changed.
 */
export async function recordGatewayRefund(
  app: App,
  db: Queries,
  payment: PaymentTable,
  report: RefundedReport,
): Promise<boolean> {
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('state', '!=', 'failed')
    .execute()
  const open = refunds.find(({ state }) => isOpenRefund(state))
  const done = sum(refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount))
  const gone = report.whole ? getReceivedAmount(payment) : report.refundedAmount
  if (gone === undefined) {
    // How much is not said: our own parts explain it, or staff look it up.
    if (payment.state !== 'confirmed' || refunds.length > 0) return false
    await db.updateTable('payments').set({ state: 'partly_refunded' }).where('id', '=', payment.id).execute()
    await warnStaff(app, db, payment, report.reason, null)
    return true
  }
  const explained = open && gone >= done + open.amount ? open : undefined
  if (explained) await markRefundDone(app, db, explained)
  const unexplained = paisa(gone - done - (explained?.amount ?? 0))
  if (unexplained <= 0) return explained !== undefined
  const row = await insertExternalRefund(app, db, payment, unexplained, paisa(gone), report.reason)
  if (!row && payment.told_gone !== null && gone <= payment.told_gone) return explained !== undefined
  // A mismatch is on the list already, and staff decide about it, also where nothing of it is left.
  if (payment.state === 'mismatch') return true
  if (row) await applyRefund(app, db, row, report.byDispute !== true)
  await warnStaff(app, db, payment, report.reason, paisa(gone))
  return true
}

/** It went, although its answer never came. */
async function markRefundDone(app: App, db: Queries, refund: RefundTable): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ state: 'done', updated_at: instant(app.now()) })
    .where('id', '=', refund.id)
    .where('state', '=', refund.state)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  await applyRefund(app, db, refund)
}

/** Undefined where it is on record already, or where a refund of ours has set aside what is left. */
async function insertExternalRefund(
  app: App,
  db: Queries,
  payment: PaymentTable,
  amount: Paisa,
  gone: Paisa,
  reason: string,
): Promise<RefundTable | undefined> {
  if (!(await reserveRefund(db, payment, amount))) return undefined
  const now = instant(app.now())
  const row: RefundTable = {
    id: crypto.randomUUID(),
    payment_id: payment.id,
    idempotency_key: `outside ${payment.id} ${gone}`,
    body_hash: '',
    way: 'outside',
    state: 'done',
    amount,
    reason,
    reference: null,
    answer: null,
    staff_id: null,
    asked_at: null,
    left_to_staff_at: null,
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('refunds').values(row).execute()
  await recordAuditEntry(
    db,
    {
      by: null,
      action: 'refund_found',
      subject: 'payment',
      subjectId: payment.id,
      label: payment.booking_id,
      after: { amount },
      reason,
    },
    app.now(),
  )
  return row
}

async function warnStaff(
  app: App,
  db: Queries,
  payment: PaymentTable,
  reason: string,
  gone: Paisa | null,
): Promise<void> {
  await db.updateTable('payments').set({ reason, told_gone: gone }).where('id', '=', payment.id).execute()
  await raiseAlert(app, db, payment.id, 'went_back')
  await notifyStaff(app, db, 'went_back', await loadBookingOfPayment(db, payment), { ...payment, reason })
}

import type { Insertable } from 'kysely'
import { kathmanduDate } from '#domain/calendar.ts'
import { type Paisa, paisa, sum } from '#domain/money.ts'
import { canSettle, type GatewayReport, getReceivedAmount } from '#domain/payment.ts'
import { isOpenRefund, stateAfterFailedRefund, stateAfterRefunds } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { queueBillEmail } from '../bills/emails.ts'
import { issueNotes } from '../bills/notes.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { refundEmail } from '../bookings/emails.ts'
import { closeRefundAccount, readRefundAccountView } from '../bookings/refund-account.ts'
import { markReleasedDue } from '../bookings/refund-due.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Payment, Refund } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { loadBookingOfPayment } from './access.ts'
import { notifyStaff, raiseAlert } from './alerts.ts'
import { recordPaymentAuditEntry } from './audit.ts'
import { getOutcomeWithoutPayment } from './duplicate-payments.ts'
import { updatePayment, updateRefund } from './updates.ts'

/** A confirmed booking remains: staff decide about it separately. */
export async function applyRefund(app: App, db: Queries, refund: Refund, notifiesCustomer = true): Promise<void> {
  const now = app.now()
  await db.updateTable('refunds').set(getRefundTime(app)).where('id', '=', refund.id).execute()
  const { payment, before } = await loadPaymentOfRefund(db, refund)
  const to = stateAfterRefunds(payment.state, getReceivedAmount(payment), paisa(before + refund.amount))
  const changesState = to !== payment.state && canSettle(payment.method, payment.state, to, 'staff')
  await updatePayment(db, payment, { ...(changesState && { state: to }), updated_at: instant(now) })
  const booking = await loadBookingOfPayment(db, payment)
  if (notifiesCustomer) {
    const account = refund.channel === 'manual' ? await readRefundAccountView(app, db, booking) : null
    const email = refundEmail(booking, buildBookingLink(app, booking), {
      amount: refund.amount,
      payment,
      account: account?.masked,
      isCash: refund.channel === 'cash',
    })
    await queueEmail(db, email, now)
  }
  await closeRefundAccount(app, db, booking.id)
  if (to === 'refunded' && (await getOutcomeWithoutPayment(db, payment, booking)) === 'end') {
    assertUpdated(await transitionBooking(app, db, booking, 'cancelled', null, refund.staff_id))
  } else {
    await recordEvent(db, 'booking_update', booking.id, now)
  }
  await issueNotes(app, db, payment)
}

const getRefundTime = (app: App) => ({ refunded_at: instant(app.now()), refunded_on: kathmanduDate(app.now()) })

/** Restores the payment's state; the booking stays as it is. */
export async function revertRefund(app: App, db: Queries, refund: Refund): Promise<void> {
  const { payment, before } = await loadPaymentOfRefund(db, refund)
  await db.updateTable('refunds').set({ refunded_at: null, refunded_on: null }).where('id', '=', refund.id).execute()
  await db
    .updateTable('payments')
    .set({ state: stateAfterFailedRefund(payment.state, before), updated_at: instant(app.now()) })
    .where('id', '=', payment.id)
    .execute()
  await closeRefundAccount(app, db, payment.booking_id)
  await issueNotes(app, db, payment)
  await queueBillEmail(app, db, await loadBookingOfPayment(db, payment))
}

/** The payment, and the paisa that its other refunds have sent. */
export async function loadPaymentOfRefund(
  db: Queries,
  refund: Pick<Refund, 'id' | 'payment_id'>,
): Promise<{ payment: Payment; before: Paisa }> {
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

/** Reserves money, so that all refunds together never exceed what was received. */
export async function reserveRefund(db: Queries, payment: Payment, amount: Paisa): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set((row) => ({ refunded: row('refunded', '+', amount) }))
    .where('id', '=', payment.id)
    .where((row) => row(row('refunded', '+', amount), '<=', getReceivedAmount(payment)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === 1
}

/** Stores a refund whose money is reserved. Returns undefined if its key is already used. */
export function insertRefund(
  app: App,
  db: Queries,
  refund: Omit<Insertable<Refund>, 'id' | 'created_at' | 'updated_at'>,
): Promise<Refund | undefined> {
  const now = instant(app.now())
  return db
    .insertInto('refunds')
    .values({ id: crypto.randomUUID(), created_at: now, updated_at: now, ...refund })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Money of a cancelled booking is due again, so that it stays in the queue of staff. Returns the payment. */
export async function releaseRefund(app: App, db: Queries, { payment_id, amount }: Refund): Promise<Payment> {
  const payment = await db
    .updateTable('payments')
    .set((row) => ({ refunded: row('refunded', '-', amount) }))
    .where('id', '=', payment_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { state } = await loadBookingOfPayment(db, payment)
  return state === 'cancelled' ? markReleasedDue(db, payment, amount, app.now()) : payment
}

type RefundedReport = Extract<GatewayReport, { kind: 'refunded' }>

/** Records refunds made at the gateway that match none of ours. Returns whether something changed. */
export async function recordGatewayRefund(
  app: App,
  db: Queries,
  payment: Payment,
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
  const refundedTotal = report.whole ? getReceivedAmount(payment) : report.refundedAmount
  if (refundedTotal === undefined) {
    // Without an amount, our own partial refunds explain it, or staff look it up.
    if (payment.state !== 'confirmed' || refunds.length > 0) return false
    await db.updateTable('payments').set({ state: 'partly_refunded' }).where('id', '=', payment.id).execute()
    await warnStaff(app, db, payment, report.reason, null)
    return true
  }
  const completed = open && refundedTotal >= done + open.amount ? open : undefined
  if (completed) {
    await updateRefund(db, completed, { state: 'done', updated_at: instant(app.now()) })
    await applyRefund(app, db, completed)
  }
  const unrecorded = paisa(refundedTotal - done - (completed?.amount ?? 0))
  if (unrecorded <= 0) return completed !== undefined
  const row = await insertExternalRefund(app, db, payment, unrecorded, paisa(refundedTotal), report.reason)
  if (!row && payment.notified_refunded !== null && refundedTotal <= payment.notified_refunded)
    return completed !== undefined
  // A mismatch is already in the review queue.
  if (payment.state === 'mismatch') return true
  if (row) await applyRefund(app, db, row, report.byDispute !== true)
  await warnStaff(app, db, payment, report.reason, paisa(refundedTotal))
  return true
}

/** Undefined if it is already recorded or the money is reserved for another refund. */
async function insertExternalRefund(
  app: App,
  db: Queries,
  payment: Payment,
  amount: Paisa,
  refundedTotal: Paisa,
  reason: string,
): Promise<Refund | undefined> {
  if (!(await reserveRefund(db, payment, amount))) return undefined
  const refund = await insertRefund(app, db, {
    payment_id: payment.id,
    idempotency_key: `outside ${payment.id} ${refundedTotal}`,
    body_hash: '',
    channel: 'outside',
    state: 'done',
    amount,
    reason,
    ...getRefundTime(app),
  })
  if (!refund) throw new Error(`refund outside ${payment.id} ${refundedTotal} is already stored`)
  await recordPaymentAuditEntry(app, db, payment, { by: null, action: 'refund_found', after: { amount }, reason })
  return refund
}

async function warnStaff(
  app: App,
  db: Queries,
  payment: Payment,
  reason: string,
  refundedTotal: Paisa | null,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ reason, notified_refunded: refundedTotal })
    .where('id', '=', payment.id)
    .execute()
  await raiseAlert(app, db, payment.id, 'went_back')
  await notifyStaff(app, db, 'went_back', await loadBookingOfPayment(db, payment), { ...payment, reason })
}

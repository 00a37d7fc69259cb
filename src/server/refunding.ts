import { succeed } from '#contract/failure.ts'
import { type Paisa, paisa, sum } from '#domain/money.ts'
import { canSettle } from '#domain/payment.ts'
import { isLastQuestion, isQuestionDue } from '#domain/questions.ts'
import { canMoveRefund, isOpenRefund, type RefundReport, type RefundState, stateAfterRefunds } from '#domain/refund.ts'
import type { App } from './app.ts'
import { Conflict, type Queries } from './db/database.ts'
import { instant, type PaymentTable, type RefundTable } from './db/schema.ts'
import { recordEvent } from './events.ts'
import { refundMail } from './mail/booking-mail.ts'
import { noteMail } from './mail/outbox.ts'
import { refundNewsMail } from './mail/staff-mail.ts'
import { attemptOf } from './payments.ts'
import { moveBooking } from './transitions.ts'

/** Longer than any call to a gateway lasts, so that two calls for one refund never cross. */
const CALL_MS = 60_000

/** Asks the gateway for a refund that is open, and settles what it says. Nothing where it is closed or was just asked. */
export async function sendRefund(app: App, id: string): Promise<void> {
  const refund = await app.db.read.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!isOpenRefund(refund.state) || !(await take(app, refund))) return
  const { payment, before } = await paymentOf(app.db.read, refund)
  const gateway = app.gateways[payment.method]
  if (!gateway?.refund || payment.provider_reference === null)
    return settleRefund(app, id, { kind: 'pending', reason: 'The gateway takes no refunds at present' })
  const order = {
    id,
    providerReference: payment.provider_reference,
    amount: refund.amount,
    before,
    again: refund.state === 'sent',
  }
  let report: RefundReport
  try {
    report = await gateway.refund(attemptOf(payment), order)
  } catch (error) {
    const logId = app.log.bug(error, { refund: id })
    report = { kind: 'pending', reason: `Something went wrong on our side (${logId})` }
  }
  await settleRefund(app, id, report)
}

/** Asks again about every refund whose outcome is open, as often as about payments; then it is left to staff. */
export async function resumeRefunds(app: App): Promise<void> {
  const now = app.now()
  const open = await app.db.read
    .selectFrom('refunds')
    .selectAll()
    .where('state', 'in', ['requested', 'sent'])
    .where('left_to_staff_at', 'is', null)
    .execute()
  for (const refund of open) {
    const age = now - Date.parse(refund.created_at)
    const askedAt = refund.asked_at ? Date.parse(refund.asked_at) - Date.parse(refund.created_at) : undefined
    if (!isQuestionDue(app.env.reconcile, age, askedAt)) continue
    await sendRefund(app, refund.id)
    if (isLastQuestion(app.env.reconcile, age)) await leaveToStaff(app, refund.id)
  }
}

/** Written before the gateway is called: of several processes one calls, and a call that was cut off is known to have been made. */
async function take(app: App, { id, state, asked_at }: RefundTable): Promise<boolean> {
  const now = app.now()
  if (asked_at !== null && now - Date.parse(asked_at) < CALL_MS) return false
  const taken = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('refunds')
      .set({ state: 'sent', asked_at: instant(now) })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('asked_at', asked_at === null ? 'is' : '=', asked_at)
      .executeTakeFirstOrThrow()
    return succeed(Number(numUpdatedRows) === 1)
  })
  return taken.ok && taken.value
}

async function settleRefund(app: App, id: string, report: RefundReport): Promise<void> {
  await app.db.write(async (db) => {
    const refund = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const answer = 'reason' in report ? report.reason : null
    const to: RefundState = report.kind === 'pending' ? refund.state : report.kind
    if (to !== refund.state && !canMoveRefund(refund.state, to)) return succeed(undefined)
    const reference = report.kind === 'done' ? { reference: report.providerReference ?? null } : {}
    const { numUpdatedRows } = await db
      .updateTable('refunds')
      .set({ state: to, answer, ...reference, updated_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', '=', refund.state)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new Conflict()
    if (to === 'done' && refund.state !== 'done') await moneyWentBack(app, db, refund)
    if (to === 'failed' && refund.state !== 'failed') await refundFailed(app, db, { ...refund, answer })
    return succeed(undefined)
  })
  app.bell.ring()
}

/**
 * A refund is done: the payment follows, the customer is told, and a booking that nothing is paid for any more is let
 * go where it only waited for this decision. A confirmed booking stays: staff decide about that by itself.
 */
export async function moneyWentBack(app: App, db: Queries, refund: RefundTable): Promise<void> {
  const now = app.now()
  const { payment, before } = await paymentOf(db, refund)
  const to = stateAfterRefunds(payment.state, payment.received ?? payment.amount, paisa(before + refund.amount))
  if (to !== payment.state && canSettle(payment.method, payment.state, to, 'staff')) {
    const { numUpdatedRows } = await db
      .updateTable('payments')
      .set({ state: to, updated_at: instant(now) })
      .where('id', '=', payment.id)
      .where('state', '=', payment.state)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new Conflict()
  }
  const booking = await db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', payment.booking_id)
    .executeTakeFirstOrThrow()
  await noteMail(db, refundMail(booking, refund.amount), now)
  const waited = booking.state === 'needs_decision' || booking.state === 'pending_verification'
  if (to === 'refunded' && waited && !(await isAnythingElsePaid(db, payment))) {
    if (!(await moveBooking(db, booking, 'cancelled', now))) throw new Conflict()
  } else {
    await recordEvent(db, 'booking_update', booking.id, now)
  }
}

/** The payment, and what other refunds of it have sent back. */
async function paymentOf(db: Queries, refund: RefundTable): Promise<{ payment: PaymentTable; before: Paisa }> {
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

async function isAnythingElsePaid(db: Queries, payment: PaymentTable): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', payment.booking_id)
    .where('id', '!=', payment.id)
    .where('state', 'in', ['created', 'pending', 'confirmed', 'partly_refunded', 'mismatch'])
    .executeTakeFirst()
  return other !== undefined
}

/** What was set aside can go back another way. */
async function refundFailed(app: App, db: Queries, refund: RefundTable): Promise<void> {
  await db
    .updateTable('payments')
    .set((row) => ({ refunded: row('refunded', '-', refund.amount) }))
    .where('id', '=', refund.payment_id)
    .execute()
  await noteMail(db, refundNewsMail('failed', refund, (await paymentOf(db, refund)).payment), app.now())
}

async function leaveToStaff(app: App, id: string): Promise<void> {
  await app.db.write(async (db) => {
    const refund = await db
      .updateTable('refunds')
      .set({ left_to_staff_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', 'in', ['requested', 'sent'])
      .where('left_to_staff_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (refund) await noteMail(db, refundNewsMail('open', refund, (await paymentOf(db, refund)).payment), app.now())
    return succeed(undefined)
  })
}

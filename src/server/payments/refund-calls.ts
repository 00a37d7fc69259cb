import { succeed } from '#contract/failure.ts'
import { isLastLookup, isLookupDue } from '#domain/lookup-schedule.ts'
import { type Evidence, getReceivedAmount } from '#domain/payment.ts'
import { canTransitionRefund, isOpenRefund, type RefundReport, type RefundState } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { lockPayment } from '../db/row-locks.ts'
import { instant, type RefundTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { raiseAlert } from './alerts.ts'
import { recordPaymentReport, toAttempt } from './attempts.ts'
import type { Attempt, Gateway, RefundOrder } from './gateways/gateway.ts'
import { recordGatewayResponses } from './gateways/response-recording.ts'
import { applyRefund, loadPaymentOfRefund, releaseRefund, revertRefund } from './refund-effects.ts'
import { refundNotificationEmail } from './staff-emails.ts'

type SendRefund = NonNullable<Gateway['refund']>

/** Longer than any call to a gateway lasts, so that two calls for one refund never cross. */
export const CALL_TIMEOUT_MS = 60_000

/** Asks the gateway for a refund that is open, and settles what it says. Nothing where it is closed or was just asked. */
export async function sendRefund(app: App, id: string): Promise<void> {
  const refund = await app.db.read.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!isOpenRefund(refund.state) || !(await claimRefundCall(app, refund))) return
  const { payment, before } = await loadPaymentOfRefund(app.db.read, refund)
  const send = app.gateways[payment.method]?.refund
  if (!send || payment.provider_reference === null)
    return settleRefund(app, id, payment.id, { kind: 'pending', reason: 'The gateway takes no refunds at present' })
  const order = {
    id,
    providerReference: payment.provider_reference,
    amount: refund.amount,
    received: getReceivedAmount(payment),
    refundedBefore: before,
    isRetry: refund.state === 'sent',
  }
  const { value: report, heard } = await recordGatewayResponses(() => callGateway(app, send, toAttempt(payment), order))
  // Also what settles nothing: an answer to money that was sent is evidence, whatever it says.
  if (heard.length > 0) await recordPaymentReport(app, payment.id, 'refund', heard)
  await settleRefund(app, id, payment.id, report)
}

async function callGateway(app: App, send: SendRefund, attempt: Attempt, order: RefundOrder): Promise<RefundReport> {
  try {
    return await send(attempt, order)
  } catch (error) {
    const logId = app.log.bug(error, { refund: order.id })
    return { kind: 'pending', reason: `Something went wrong on our side (${logId})` }
  }
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
    if (!isLookupDue(app.env.reconcile, age, askedAt)) continue
    await sendRefund(app, refund.id)
    if (isLastLookup(app.env.reconcile, age)) await escalateRefund(app, refund.id)
  }
}

/**
 * Written before the gateway is called: of several processes one calls, and a call that was cut off is known to have
 * been made.
 */
async function claimRefundCall(app: App, { id, state, asked_at }: RefundTable): Promise<boolean> {
  const now = app.now()
  if (asked_at !== null && now - Date.parse(asked_at) < CALL_TIMEOUT_MS) return false
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

/**
 * What a gateway says of a refund, when it is asked or by itself; nothing where that one is no refund of this payment.
 * One that was done fails by the gateway's own notice alone: a call that was refused may speak of money that had gone.
 */
export async function settleRefund(
  app: App,
  id: string,
  paymentId: string,
  report: RefundReport,
  by: Extract<Evidence, 'lookup' | 'webhook'> = 'lookup',
): Promise<void> {
  await app.db.write(async (db) => {
    await lockPayment(db, paymentId)
    const refund = await db
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .where('payment_id', '=', paymentId)
      .executeTakeFirst()
    if (!refund) return succeed(undefined)
    const answer = 'reason' in report ? report.reason : null
    const to: RefundState = report.kind === 'pending' ? refund.state : report.kind
    if (to === refund.state ? !isOpenRefund(to) : !canTransitionRefund(refund.state, to)) return succeed(undefined)
    if (refund.state === 'done' && by !== 'webhook') return succeed(undefined)
    const reference = report.kind === 'done' ? { reference: report.providerReference ?? null } : {}
    const { numUpdatedRows } = await db
      .updateTable('refunds')
      .set({ state: to, answer, ...reference, updated_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', '=', refund.state)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new Conflict()
    if (to === 'done') await applyRefund(app, db, refund)
    if (to === 'failed') await handleFailedRefund(app, db, { ...refund, answer })
    return succeed(undefined)
  })
  app.notifier.notify()
}

/** Nothing went, or what went came back. Staff are told, and see it in their list until it went another way. */
async function handleFailedRefund(app: App, db: Queries, refund: RefundTable): Promise<void> {
  await releaseRefund(db, refund)
  if (refund.state === 'done') await revertRefund(app, db, refund)
  const { payment } = await loadPaymentOfRefund(db, refund)
  await raiseAlert(app, db, payment.id, 'refund_failed')
  await queueEmail(
    db,
    refundNotificationEmail(refund.state === 'done' ? 'came_back' : 'failed', refund, payment),
    app.now(),
  )
  await recordEvent(db, 'booking_update', payment.booking_id, app.now())
}

async function escalateRefund(app: App, id: string): Promise<void> {
  await app.db.write(async (db) => {
    const refund = await db
      .updateTable('refunds')
      .set({ left_to_staff_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', 'in', ['requested', 'sent'])
      .where('left_to_staff_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (refund)
      await queueEmail(
        db,
        refundNotificationEmail('open', refund, (await loadPaymentOfRefund(db, refund)).payment),
        app.now(),
      )
    return succeed(undefined)
  })
}

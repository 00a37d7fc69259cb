import { isLastLookup, isLookupDue } from '#domain/lookup-schedule.ts'
import { type Evidence, getReceivedAmount } from '#domain/payment.ts'
import { canTransitionRefund, isOpenRefund, type RefundReport, type RefundState } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Refund } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { raiseAlert } from './alerts.ts'
import { toAttempt } from './attempts.ts'
import { recordPaymentReport } from './gateway-reports.ts'
import { recordGatewayResponses } from './gateways/response-recording.ts'
import { applyRefund, loadPaymentOfRefund, releaseRefund, revertRefund } from './refund-effects.ts'
import { refundNotificationEmail } from './staff-emails.ts'
import { updateRefund } from './updates.ts'

/** Longer than any call to a gateway lasts, so that two calls for one refund never cross. */
export const CALL_TIMEOUT_MS = 60_000
/** How long cash waits for its customer before staff are reminded, once. */
const CASH_WAIT_MS = 7 * 24 * 3_600_000

/** Does nothing if the refund was just sent, or is paid out in cash. */
export async function sendRefund(app: App, id: string): Promise<void> {
  const refund = await app.db.read.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (refund.channel === 'cash' || !isOpenRefund(refund.state) || !(await claimRefundCall(app, refund))) return
  const { payment, before } = await loadPaymentOfRefund(app.db.read, refund)
  const send = app.gateways[payment.method]?.refund
  if (!send || payment.provider_reference === null)
    return settleRefund(app, id, payment.id, {
      kind: 'pending',
      reason: 'The gateway is not accepting refunds at the moment',
    })
  const order = {
    id,
    providerReference: payment.provider_reference,
    amount: refund.amount,
    received: getReceivedAmount(payment),
    refundedBefore: before,
    isRetry: refund.state === 'sent',
  }
  const { value: report, responses } = await recordGatewayResponses(() =>
    send(toAttempt(payment), order).catch((error): RefundReport => {
      const logId = app.log.bug(error, { refund: id })
      return { kind: 'pending', reason: `Something went wrong on our side (${logId})` }
    }),
  )
  // Every response about money is evidence, even if it settles nothing.
  if (responses.length > 0) await recordPaymentReport(app, payment.id, 'refund', responses)
  await settleRefund(app, id, payment.id, report)
}

/** Retries open refunds of gateways by the lookup schedule, then leaves them to staff. Cash waits longer. */
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
    if (refund.channel === 'cash') {
      if (age > CASH_WAIT_MS) await escalateRefund(app, refund.id)
      continue
    }
    const queriedAt = refund.queried_at ? Date.parse(refund.queried_at) - Date.parse(refund.created_at) : undefined
    if (!isLookupDue(app.env.reconcile, age, queriedAt)) continue
    await sendRefund(app, refund.id)
    if (isLastLookup(app.env.reconcile, age)) await escalateRefund(app, refund.id)
  }
}

/** Claimed before the call, so that only one process sends, and an interrupted call is known. */
async function claimRefundCall(app: App, { id, state, queried_at }: Refund): Promise<boolean> {
  const now = app.now()
  if (queried_at !== null && now - Date.parse(queried_at) < CALL_TIMEOUT_MS) return false
  const { numUpdatedRows } = await runTransaction(app.db, (db) =>
    db
      .updateTable('refunds')
      .set({ state: 'sent', queried_at: instant(now) })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('queried_at', queried_at === null ? 'is' : '=', queried_at)
      .executeTakeFirstOrThrow(),
  )
  return Number(numUpdatedRows) === 1
}

/** Only a webhook can fail a completed refund: a rejected call may refer to money already sent. */
export async function settleRefund(
  app: App,
  id: string,
  paymentId: string,
  report: RefundReport,
  by: Extract<Evidence, 'lookup' | 'webhook'> = 'lookup',
): Promise<void> {
  await runTransaction(app.db, async (db) => {
    await lockPayment(db, paymentId)
    const refund = await db
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', id)
      .where('payment_id', '=', paymentId)
      .executeTakeFirst()
    if (!refund) return
    const response = 'reason' in report ? report.reason : null
    const to: RefundState = report.kind === 'pending' ? refund.state : report.kind
    if (to === refund.state ? !isOpenRefund(to) : !canTransitionRefund(refund.state, to)) return
    if (refund.state === 'done' && by !== 'webhook') return
    const reference = report.kind === 'done' ? { reference: report.providerReference ?? null } : {}
    await updateRefund(db, refund, { state: to, response, ...reference, updated_at: instant(app.now()) })
    if (to === 'done') await applyRefund(app, db, refund)
    if (to === 'failed') await handleFailedRefund(app, db, { ...refund, response })
  })
  app.notifier.notify()
}

async function handleFailedRefund(app: App, db: Queries, refund: Refund): Promise<void> {
  await releaseRefund(app, db, refund)
  if (refund.state === 'done') await revertRefund(app, db, refund)
  const { payment } = await loadPaymentOfRefund(db, refund)
  await raiseAlert(app, db, payment.id, 'refund_failed')
  const notification = refund.state === 'done' ? 'returned' : 'failed'
  await queueEmail(db, refundNotificationEmail(notification, refund, payment, app.env.siteUrl), app.now())
  await recordEvent(db, 'booking_update', payment.booking_id, app.now())
}

async function escalateRefund(app: App, id: string): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const refund = await db
      .updateTable('refunds')
      .set({ left_to_staff_at: instant(app.now()) })
      .where('id', '=', id)
      .where('state', 'in', ['requested', 'sent'])
      .where('left_to_staff_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!refund) return
    const { payment } = await loadPaymentOfRefund(db, refund)
    const notification = refund.channel === 'cash' ? 'waiting' : 'open'
    await queueEmail(db, refundNotificationEmail(notification, refund, payment, app.env.siteUrl), app.now())
  })
}

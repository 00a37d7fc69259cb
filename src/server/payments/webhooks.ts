import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Payment } from '../db/schema.ts'
import { lookupPayment, toAttempt } from './attempts.ts'
import { insertPaymentReport } from './gateway-reports.ts'
import type { GatewayWebhook } from './gateways/gateway.ts'
import { settleRefund } from './refund-calls.ts'
import { settle } from './settlement.ts'

/** Webhooks repeat and arrive out of order: a lookup decides, the signed report counts only without a response. */
export async function handleWebhook(
  app: App,
  method: PaymentMethod,
  body: string,
  signature: string,
): Promise<Outcome<{ received: true }>> {
  const gateway = app.gateways[method]
  if (!gateway?.readWebhook) return fail('not_found')
  const webhook = await gateway.readWebhook(body, signature)
  if (!webhook) return fail('bad_signature')
  const payment = await findUnprocessedPayment(app.db.read, method, webhook)
  if (!payment) return succeed({ received: true })
  if (webhook.refund) await settleRefund(app, webhook.refund.id, payment.id, webhook.refund.report, 'webhook')
  const lookup = await lookupPayment(app, payment)
  const report = webhook.reportOn(toAttempt(payment))
  // A delayed decline says nothing about a newer card, which the lookup reports as open.
  const isOutdated = report?.kind === 'ended' && lookup?.kind === 'pending' && !lookup.noResponse
  if (report && !isOutdated && (!lookup || lookup.kind === 'pending')) await settle(app, payment.id, report, 'webhook')
  // A webhook without a report needs the lookup; the gateway sends it again for days.
  const isReported = report !== undefined || webhook.refund !== undefined
  if (!isReported && lookup?.kind === 'pending' && lookup.noResponse) return fail('gateway_unavailable')
  await markProcessed(app, payment, webhook)
  return succeed({ received: true })
}

/** Undefined for an unknown payment, or if the webhook was processed before. */
const findUnprocessedPayment = (
  db: Queries,
  method: PaymentMethod,
  { id, gatewayId = '' }: GatewayWebhook,
): Promise<Payment | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('method', '=', method)
    .where('gateway_id', '=', gatewayId)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('gateway_events').select('id').where('method', '=', method).where('id', '=', id))),
    )
    .executeTakeFirst()

/** Marked afterwards: a webhook interrupted by a crash is sent again and must count. */
async function markProcessed(app: App, payment: Payment, { id, type }: GatewayWebhook): Promise<void> {
  await runTransaction(app.db, async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('gateway_events')
      .values({ method: payment.method, id, created_at: instant(app.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) === 1) await insertPaymentReport(app, db, payment.id, 'webhook', { id, type })
  })
}

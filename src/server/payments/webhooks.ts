import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant, type PaymentTable } from '../db/schema.ts'
import { lookupPayment, toAttempt } from './attempts.ts'
import type { GatewayWebhook } from './gateways/gateway.ts'
import { settleRefund } from './refund-calls.ts'
import { settle } from './settlement.ts'

/**
 * Works through what a gateway sent by itself: at least once, in any order, several at a time. The gateway is asked how
 * the payment stands by now; the notice's own signed word counts where it does not say. Refuses with `bad_signature`, and
 * with `gateway_unavailable` where nobody says. What is signed but concerns no payment of ours is taken without a word, so
 * that it is not sent again.
 */
export async function handleWebhook(
  app: App,
  method: PaymentMethod,
  body: string,
  signature: string,
): Promise<Outcome<{ received: true }>> {
  const gateway = app.gateways[method]
  if (!gateway?.readWebhook) return fail('not_found')
  const notice = await gateway.readWebhook(body, signature)
  if (!notice) return fail('bad_signature')
  const payment = await findPaymentByGatewayId(app.db.read, method, notice)
  if (payment && !(await isProcessed(app.db.read, method, notice.id))) {
    if (notice.refund) await settleRefund(app, notice.refund.id, payment.id, notice.refund.report, 'webhook')
    const asked = await lookupPayment(app, payment)
    const report = notice.reportOn(toAttempt(payment))
    // A delayed notice of a declined card says nothing of the next card, which the gateway reports as open.
    const isOutdated = report?.kind === 'ended' && asked?.kind === 'pending' && !asked.noResponse
    if (report && !isOutdated && (!asked || asked.kind === 'pending')) await settle(app, payment.id, report, 'webhook')
    // It tells only that something happened: what, the gateway must say. It sends the notice again, for days.
    const told = report !== undefined || notice.refund !== undefined
    if (!told && asked?.kind === 'pending' && asked.noResponse) return fail('gateway_unavailable')
    await markProcessed(app, payment, notice)
  }
  return succeed({ received: true })
}

async function findPaymentByGatewayId(
  db: Queries,
  method: PaymentMethod,
  { gatewayId }: GatewayWebhook,
): Promise<PaymentTable | undefined> {
  if (gatewayId === undefined) return undefined
  return db
    .selectFrom('payments')
    .selectAll()
    .where('method', '=', method)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst()
}

async function isProcessed(db: Queries, method: PaymentMethod, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('gateway_events')
    .select('id')
    .where('method', '=', method)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Afterwards, not before: a notice that a crash interrupted is sent again and must count then. */
async function markProcessed(app: App, payment: PaymentTable, { id, type }: GatewayWebhook): Promise<void> {
  const created_at = instant(app.now())
  await app.db.write(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('gateway_events')
      .values({ method: payment.method, id, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) === 1)
      await db
        .insertInto('payment_reports')
        .values({
          id: crypto.randomUUID(),
          payment_id: payment.id,
          source: 'webhook',
          body: JSON.stringify({ id, type }),
          created_at,
        })
        .execute()
    return succeed(undefined)
  })
}

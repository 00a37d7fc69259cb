import { paisa } from '#domain/money.ts'
import type { RefundReport } from '#domain/refund.ts'
import type { App } from '#server/app.ts'
import type { RefundOrder } from '#server/payments/gateways/gateway.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { MINUTE, type TestApp } from './app.ts'
import { someStaff } from './desk.ts'
import { granted, newKey } from './orders.ts'
import { type Started, started } from './payments.ts'

/** What happens to a call: it may go through and its answer be lost, which is the case that costs money. */
export type Fate = 'answers' | 'answer_lost' | 'unreachable' | 'refuses' | 'throws'

/** A gateway that sends money back once for each order it hears of, and keeps the account of it. */
export class RefundingGateway {
  readonly calls: RefundOrder[] = []
  readonly sent = new Map<string, number>()
  fate: () => Fate = () => 'answers'

  get total(): number {
    return [...this.sent.values()].reduce((sum, amount) => sum + amount, 0)
  }

  /** Takes the place of eSewa's, which has no such call. */
  openIn(app: App): this {
    const { esewa } = app.gateways
    if (!esewa) throw new Error('there is no eSewa')
    app.gateways = { ...app.gateways, esewa: { ...esewa, refund: async (_, order) => this.#answer(order) } }
    return this
  }

  #answer(order: RefundOrder): RefundReport {
    this.calls.push(order)
    // What has gone has gone: nobody hears that it was refused.
    const fate = this.sent.has(order.id) && this.fate() === 'refuses' ? 'answers' : this.fate()
    if (fate === 'refuses') return { kind: 'failed', reason: 'The wallet is closed' }
    if (fate === 'answers' || fate === 'answer_lost') this.sent.set(order.id, order.amount)
    if (fate === 'throws') throw new Error('broken on purpose')
    if (fate !== 'answers') return { kind: 'pending', reason: 'no answer' }
    return { kind: 'done', providerReference: `RF-${order.id.slice(0, 8)}` }
  }
}

/** A paid payment, and a refund of it whose answer never came, long enough ago that nobody is being asked. */
export async function leftOpen(
  app: TestApp,
): Promise<{ payment: Started & { bookingId: string }; refundId: string; by: Staff }> {
  const payment = await started(app)
  const paid = { kind: 'paid', amount: paisa(payment.amount), providerReference: crypto.randomUUID() } as const
  await settle(app, payment.paymentId, paid, 'lookup')
  const gateway = new RefundingGateway().openIn(app)
  gateway.fate = () => 'unreachable'
  const by = await someStaff(app)
  const wanted = { way: 'gateway', amount: payment.amount, reason: 'Asked by phone' } as const
  const { refundId } = granted(await createRefund(app, payment.paymentId, wanted, by, newKey()))
  app.clock.advance(MINUTE)
  return { payment, refundId, by }
}

import type { Paisa } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { RefundReport } from '#domain/refund.ts'
import type { App } from '#server/app.ts'
import type { RefundOrder } from '#server/payments/gateways/gateway.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { MINUTE, type TestApp } from './app.ts'
import { granted, newKey } from './orders.ts'
import { paidBooking, replaceGateway } from './payments.ts'
import { someStaff } from './staff-accounts.ts'

/** Where a customer wants a refund. */
export const BANK_ACCOUNT = { bank: 'Nabil Bank', account: '0110-0175-00123', name: 'Aarati Shrestha' }

/** How the gateway responds to a refund. */
export type RefundResult = 'succeeds' | 'response_lost' | 'unreachable' | 'rejects' | 'throws'

/** A gateway that executes each refund order once. */
export class RefundingGateway {
  readonly calls: RefundOrder[] = []
  readonly sent = new Map<string, number>()
  nextResult: () => RefundResult = () => 'succeeds'

  get total(): number {
    return [...this.sent.values()].reduce((sum, amount) => sum + amount, 0)
  }

  /** eSewa has no refund call. */
  replaceIn(app: App, method: PaymentMethod = 'esewa'): this {
    replaceGateway(app, method, { refund: async (_, order) => this.#refund(order) })
    return this
  }

  #refund(order: RefundOrder): RefundReport {
    this.calls.push(order)
    // A repeated order is not rejected.
    const result = this.sent.has(order.id) && this.nextResult() === 'rejects' ? 'succeeds' : this.nextResult()
    if (result === 'rejects') return { kind: 'failed', reason: 'The wallet is closed' }
    if (result === 'succeeds' || result === 'response_lost') this.sent.set(order.id, order.amount)
    if (result === 'throws') throw new Error('broken on purpose')
    if (result !== 'succeeds') return { kind: 'pending', reason: 'no response' }
    return { kind: 'done', providerReference: `RF-${order.id.slice(0, 8)}` }
  }
}

/** A paid payment with a refund whose response was lost a minute ago. */
export async function openRefund(app: TestApp, amount?: Paisa) {
  const payment = await paidBooking(app)
  const gateway = new RefundingGateway().replaceIn(app)
  gateway.nextResult = () => 'unreachable'
  const by = await someStaff(app)
  const wanted = { channel: 'gateway', amount: amount ?? payment.amount, reason: 'Asked by phone' } as const
  const { refundId } = granted(await createRefund(app, payment.paymentId, wanted, by, newKey()))
  app.clock.advance(MINUTE)
  return { payment, refundId, by }
}

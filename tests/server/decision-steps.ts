import type { App } from '#server/app.ts'
import { decide } from '#server/payments/decisions.ts'
import type { Attempt } from '#server/payments/gateways/gateway.ts'
import type { TestApp } from '../support/app.ts'
import { type Placed, PRICE, transitionTo } from '../support/orders.ts'
import { type Started, started } from '../support/payments.ts'
import { someStaff } from '../support/staff-accounts.ts'

export const approval = (amount = PRICE, transactionId: string = crypto.randomUUID()) =>
  ({ decision: 'confirm', amount, transactionId }) as const
export const REJECT = { decision: 'reject', reason: 'Not in the account' } as const

export const decisionSteps = (app: TestApp) => ({
  async submit(paymentId: string, decision: Parameters<typeof decide>[3]) {
    return decide(app, await someStaff(app), paymentId, decision)
  },
  async startLate() {
    const payment = await started(app)
    await transitionTo(app, payment.bookingId, 'expired')
    return payment
  },
})

/** An eSewa payment as its payer sees it. */
export const verdictOf = ({ paymentId, amount }: { paymentId: string; amount: number }, over: object) => ({
  paymentId,
  method: 'esewa',
  amount,
  ...over,
})

/** The attempt of a started payment, for calls of its gateway. */
export const toAttempt = (app: App, payment: Placed & Started, gatewayId: string): Attempt => ({
  id: payment.paymentId,
  bookingId: payment.bookingId,
  method: payment.method,
  amount: payment.amount,
  createdAt: app.now(),
  gatewayId,
})

import type { App } from '#server/app.ts'
import type { SandboxStripe } from '#server/payments/gateways/sandbox/stripe.ts'
import { type TestCard, toStripeObject } from '#server/payments/gateways/sandbox/stripe-intent.ts'
import { handleWebhook } from '#server/payments/webhooks.ts'
import type { Placed } from '../support/orders.ts'
import { type Started, started } from '../support/payments.ts'

/** A payer with a card, and Stripe's stand-in that takes it. */
export class Cards {
  readonly #app: App
  readonly stripe: SandboxStripe

  constructor(app: App) {
    if (!app.sandbox) throw new Error('there is no sandbox')
    this.#app = app
    this.stripe = app.sandbox.stripe
  }

  begin(): Promise<Placed & Started> {
    return started(this.#app, undefined, 'stripe')
  }

  async intentOf({ next }: Pick<Started, 'next'>) {
    const secret = next.kind === 'card' ? next.clientSecret : ''
    const intent = await this.stripe.find(secret.split('_secret_')[0] ?? '')
    if (!intent) throw new Error('there is no intent')
    return intent
  }

  async confirm(payment: Started, card: TestCard) {
    const { id, clientSecret } = await this.intentOf(payment)
    return this.stripe.confirm(id, clientSecret, card, `http://localhost:4321/payment?payment=${payment.paymentId}`)
  }

  /** Pays, and no notice of it comes: its connection is cut. */
  payUnheard(payment: Started) {
    return this.confirm(payment, 'answerLost')
  }

  async paid(): Promise<Placed & Started & { intent: string }> {
    const payment = await this.begin()
    await this.confirm(payment, 'visa')
    return { ...payment, intent: (await this.intentOf(payment)).id }
  }

  /** What Stripe would tell of a payment. */
  async notice(payment: Started, type: string, more = {}) {
    return this.stripe.signWebhook(type, { ...toStripeObject(await this.intentOf(payment)), ...more })
  }

  take({ body, signature }: { body: string; signature: string }) {
    return handleWebhook(this.#app, 'stripe', body, signature)
  }
}

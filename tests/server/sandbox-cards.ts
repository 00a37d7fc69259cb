import type { App } from '#server/app.ts'
import type { SandboxStripe } from '#server/payments/gateways/sandbox/stripe.ts'
import { type TestCard, toStripeObject } from '#server/payments/gateways/sandbox/stripe-intent.ts'
import { handleWebhook } from '#server/payments/webhooks.ts'
import type { Placed } from '../support/orders.ts'
import { type Started, started } from '../support/payments.ts'

/** Pays by card in the Stripe sandbox. */
export class SandboxCards {
  readonly #app: App

  constructor(app: App) {
    this.#app = app
  }

  get stripe(): SandboxStripe {
    if (!this.#app.sandbox) throw new Error('there is no sandbox')
    return this.#app.sandbox.stripe
  }

  start(): Promise<Placed & Started> {
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

  /** Pays by card, but neither the response nor the webhook arrives. */
  async payWithoutResponse(): Promise<Placed & Started> {
    const payment = await this.start()
    await this.confirm(payment, 'responseLost')
    return payment
  }

  async pay(): Promise<Placed & Started & { intent: string }> {
    const payment = await this.start()
    await this.confirm(payment, 'visa')
    return { ...payment, intent: (await this.intentOf(payment)).id }
  }

  /** The webhook that Stripe would send about a payment. */
  async webhook(payment: Started, type: string, more = {}) {
    return this.stripe.signWebhook(type, { ...toStripeObject(await this.intentOf(payment)), ...more })
  }

  send({ body, signature }: { body: string; signature: string }) {
    return handleWebhook(this.#app, 'stripe', body, signature)
  }
}

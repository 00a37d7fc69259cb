import type { Output } from '#contract/endpoint.ts'
import { unsupportedMethod } from '#contract/payments.ts'
import type { readSite } from '#contract/site.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from './app.ts'
import { missingSettings } from './env.ts'

/** What this server can do, for the payment screen. */
export function site(app: App): Output<typeof readSite> {
  const keys = app.sandbox?.stripe.keys ?? app.env.stripe
  return {
    payments: app.env.payments,
    methods: PAYMENT_METHODS.map((id) => {
      const reason = unavailableBecause(app, id)
      return reason ? { id, available: false, reason } : { id, available: true }
    }),
    ...(keys && { cardKey: keys.publishableKey }),
    holdMinutes: app.env.holdMinutes,
    sameDayCutoffMinutes: app.env.sameDayCutoffMinutes,
    debugPanel: app.env.paymentDebug,
  }
}

/** Returns why a method is not offered, for the payer; undefined where it is. */
export function unavailableBecause(app: App, method: PaymentMethod): string | undefined {
  if (missingSettings(app.env, method)) return `${NAMES[method]} not set up yet`
  return app.gateways[method] ? undefined : unsupportedMethod(method)
}
const NAMES: Readonly<Record<PaymentMethod, string>> = {
  esewa: 'eSewa is',
  khalti: 'Khalti is',
  stripe: 'Card payments are',
  qr_payment: 'QR payment is',
  bank_transfer: 'Bank transfer is',
}

/** Returns a sentence for each method that is not offered, with the settings that it needs: for the operator. */
export const methodsNotOffered = ({ env }: Pick<App, 'env'>): string[] =>
  PAYMENT_METHODS.flatMap((method) => {
    const missing = missingSettings(env, method)
    return missing ? [`${NAMES[method]} not offered: set ${missing}.`] : []
  })

import type { Output } from '#contract/endpoint.ts'
import { unsupportedMethod } from '#contract/payments.ts'
import type { readSite } from '#contract/site.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from './app.ts'
import { type Env, SAMPLE_BANK } from './env.ts'
import { SAMPLE_MERCHANT_QR } from './gateways/qr.ts'

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
    debugPanel: app.env.paymentDebug,
  }
}

/** Real money must never go to a sample account (decisions 48). */
export function unavailableBecause(app: App, method: PaymentMethod): string | undefined {
  if (method === 'stripe' && !app.gateways.stripe) return 'Card payments are not set up yet'
  const sample = app.env.bank.accountNumber === SAMPLE_BANK.accountNumber
  const sampleQr = !app.env.merchantQr || app.env.merchantQr === SAMPLE_MERCHANT_QR || sample
  if (method === 'qr_payment' && app.env.payments !== 'sandbox' && sampleQr) return 'QR payment is not set up yet'
  if (!app.gateways[method]) return unsupportedMethod(method)
  if (method === 'bank_transfer' && app.env.payments === 'live' && sample) return 'Bank transfer is not set up yet'
  if (method === 'khalti' && !isKhaltiSetUp(app.env)) return 'Khalti is not set up yet'
  return undefined
}

/** The sandbox needs no keys; the older API needs two. */
const isKhaltiSetUp = ({ payments, khalti, khaltiApi }: Env): boolean =>
  payments === 'sandbox' || (khalti.secretKey !== undefined && (khaltiApi === 'v2' || khalti.publicKey !== undefined))

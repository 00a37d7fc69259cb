import { FAILURES } from '#contract/failure.ts'
import { listMethodOffers, type MethodOffer } from '#contract/payment-methods.ts'
import { formatUnsupportedMethod } from '#contract/payments.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getMethodNames } from '../catalogue.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { missingSettings } from '../env.ts'
import { getClosingTime } from './closing-time.ts'

/** Returns every payment method with whether this booking can be paid by it now. `reasons` are those of its days. */
export function listPaymentMethods(
  app: App,
  booking: BookingTable,
  reasons: Partial<Record<PaymentMethod, string>> = {},
): MethodOffer[] {
  const now = app.now()
  const unpayable = isPayable(app, booking) ? undefined : FAILURES.not_payable.message
  const methods = PAYMENT_METHODS.map((id) => ({
    id,
    name: getMethodNames()[id] ?? id,
    window: app.gateways[id]?.window ?? 0,
    reason: unpayable ?? getUnavailableReason(app, id) ?? reasons[id],
  }))
  return listMethodOffers(methods, now, getClosingTime(app, booking))
}

/** Whether the hold still runs and the last covered day has not closed. */
export const isPayable = (app: App, booking: BookingTable): boolean =>
  booking.state === 'held' &&
  booking.expires_at !== null &&
  booking.expires_at > instant(app.now()) &&
  getClosingTime(app, booking) > app.now()

/** Returns why a method is not offered, for the payer; undefined where it is. */
export function getUnavailableReason(app: App, method: PaymentMethod): string | undefined {
  if (missingSettings(app.env, method)) return `${METHOD_NAMES[method]} not set up yet`
  return app.gateways[method] ? undefined : formatUnsupportedMethod(method)
}

const METHOD_NAMES: Readonly<Record<PaymentMethod, string>> = {
  esewa: 'eSewa is',
  khalti: 'Khalti is',
  stripe: 'Card payments are',
  qr_payment: 'QR payment is',
  bank_transfer: 'Bank transfer is',
}

/** Returns a sentence for each method that is not offered, with the settings that it needs: for the operator. */
export const listMethodsNotOffered = ({ env }: Pick<App, 'env'>): string[] =>
  PAYMENT_METHODS.flatMap((method) => {
    const missing = missingSettings(env, method)
    return missing ? [`${METHOD_NAMES[method]} not offered: set ${missing}.`] : []
  })

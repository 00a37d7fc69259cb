import { FAILURES } from '#contract/failure.ts'
import { type MethodOffer, methodOffers } from '#contract/payment-methods.ts'
import { unsupportedMethod } from '#contract/payments.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { methodNames } from '../catalogue.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { missingSettings } from '../env.ts'
import { closingOf } from './closing.ts'

/** Returns every payment method with whether this booking can be paid by it now. `reasons` are those of its days. */
export function methodsFor(
  app: App,
  booking: BookingTable,
  reasons: Partial<Record<PaymentMethod, string>> = {},
): MethodOffer[] {
  const now = app.now()
  const unpayable = isPayable(app, booking) ? undefined : FAILURES.not_payable.message
  const methods = PAYMENT_METHODS.map((id) => ({
    id,
    name: methodNames()[id] ?? id,
    window: app.gateways[id]?.window ?? 0,
    reason: unpayable ?? unavailableBecause(app, id) ?? reasons[id],
  }))
  return methodOffers(methods, now, closingOf(app, booking))
}

/** Whether the hold still runs and the last covered day has not closed. */
export const isPayable = (app: App, booking: BookingTable): boolean =>
  booking.state === 'held' &&
  booking.expires_at !== null &&
  booking.expires_at > instant(app.now()) &&
  closingOf(app, booking) > app.now()

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

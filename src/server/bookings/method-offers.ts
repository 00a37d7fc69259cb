import { FAILURES } from '#contract/failure.ts'
import { listMethodOffers, type MethodOffer } from '#contract/method-offers.ts'
import { formatClosedFirstDay, formatUnsupportedMethod } from '#contract/payments.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getMethodNames } from '../catalogue.ts'
import { readClosedFirstDay } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { missingSettings } from '../env.ts'
import { getClosingTime } from './closing-time.ts'

/** Returns every method and whether it can pay this booking now. `reasons` come from the days of the booking. */
export function listPaymentMethods(
  app: App,
  booking: Booking,
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

/** Whether the hold runs and the last covered day has not closed. */
export const isPayable = (app: App, booking: Booking): boolean =>
  booking.state === 'held' &&
  booking.expires_at !== null &&
  booking.expires_at > instant(app.now()) &&
  getClosingTime(app, booking) > app.now()

/** Why no payment of a held booking may start, although its hold runs; see docs/rules.md#closed-days. */
export async function readUnpayableReason(db: Queries, booking: Booking): Promise<string | undefined> {
  if (booking.state !== 'held') return undefined
  const reason = await readClosedFirstDay(db, booking)
  return reason === undefined ? undefined : formatClosedFirstDay(booking.start_date, reason)
}

/** Returns why a method is not offered, or undefined. */
export function getUnavailableReason(app: App, method: PaymentMethod): string | undefined {
  if (missingSettings(app.env, method)) return `${METHOD_SUBJECTS[method]} not set up yet`
  return app.gateways[method] ? undefined : formatUnsupportedMethod(method)
}

const METHOD_SUBJECTS: Readonly<Record<PaymentMethod, string>> = {
  esewa: 'eSewa is',
  khalti: 'Khalti is',
  stripe: 'Card payments are',
  qr_payment: 'QR payment is',
  bank_transfer: 'Bank transfer is',
}

/** Returns a message for each method that is not set up, for the operator. */
export const listMethodsNotOffered = ({ env }: Pick<App, 'env'>): string[] =>
  PAYMENT_METHODS.flatMap((method) => {
    const missing = missingSettings(env, method)
    return missing ? [`${METHOD_SUBJECTS[method]} not offered: set ${missing}.`] : []
  })

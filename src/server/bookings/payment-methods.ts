import { FAILURES } from '#contract/failure.ts'
import { type MethodOffer, methodOffers } from '#contract/payment-methods.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { methodNames } from '../catalogue.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { unavailableBecause } from '../site.ts'
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

import type { Output } from '#contract/endpoint.ts'
import type { readSite } from '#contract/site.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getUnavailableReason } from '../bookings/method-offers.ts'

export function describeSite(app: App): Output<typeof readSite> {
  const keys = app.sandbox?.stripe.keys ?? app.env.stripe
  return {
    payments: app.env.payments,
    methods: PAYMENT_METHODS.map((id) => {
      const reason = getUnavailableReason(app, id)
      return reason ? { id, available: false, reason } : { id, available: true }
    }),
    ...(keys && { cardKey: keys.publishableKey }),
    holdMinutes: app.env.holdMinutes,
    sameDayCutoffMinutes: app.env.sameDayCutoffMinutes,
    debugPanel: app.env.paymentDebug,
  }
}

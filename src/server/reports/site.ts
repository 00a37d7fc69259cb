import type { Output } from '#contract/endpoint.ts'
import type { readSite } from '#contract/site.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getUnavailableReason } from '../bookings/method-offers.ts'

/** Replaces the note that asks for a receipt. */
const FONEPAY_NOTE = 'You will see a QR code for your banking app. We confirm the payment within seconds.'

export function describeSite(app: App): Output<typeof readSite> {
  const keys = app.sandbox?.stripe.keys ?? app.env.stripe
  return {
    payments: app.env.payments,
    methods: PAYMENT_METHODS.map((id) => {
      const reason = getUnavailableReason(app, id)
      if (reason) return { id, available: false, reason }
      const isFonepay = id === 'qr_payment' && app.env.qrProvider === 'fonepay'
      return { id, available: true, ...(isFonepay && { note: FONEPAY_NOTE }) }
    }),
    ...(keys && { cardKey: keys.publishableKey }),
    holdMinutes: app.env.holdMinutes,
    sameDayCutoffMinutes: app.env.sameDayCutoffMinutes,
    debugPanel: app.env.paymentDebug,
  }
}

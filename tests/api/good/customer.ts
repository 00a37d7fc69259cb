import { confirmEmail, extendHold, placeBooking, readBooking, requestEmailConfirmation } from '#contract/bookings.ts'
import { createPaymentIntent, receiveStripeWebhook } from '#contract/card.ts'
import { verifyKhalti } from '#contract/khalti.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import type { TestApp } from '../../support/app.ts'
import { newKey, order, placed } from '../../support/orders.ts'
import { started } from '../../support/payments.ts'
import type { Sent } from '../../support/requests.ts'
import { mailedToken } from '../../support/unpaid.ts'
import { drawnReceipt, sendDrawn, upload } from '../../support/uploads.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [placeBooking, async () => ({ body: order(), headers: { 'idempotency-key': newKey() } })],
  [readBooking, bookingAtHand],
  [extendHold, bookingAtHand],
  [requestEmailConfirmation, bookingAtHand],
  [
    confirmEmail,
    async (app) => {
      const { bookingId, secret } = await placed(app)
      await sendEmailConfirmation(app, bookingId, secret)
      return { id: bookingId, body: { token: await mailedToken(app, bookingId) } }
    },
  ],
  [
    startPayment,
    async (app) => {
      const { bookingId, secret } = await placed(app)
      return { body: { bookingId, method: 'esewa' }, secret }
    },
  ],
  [verifyPayment, async (app) => ({ id: (await started(app)).paymentId, body: {} })],
  [sendReceipt, async (app) => upload(await started(app, order(), 'qr_payment'), await drawnReceipt('a receipt'))],
  [
    reportReceiptReading,
    async (app) => {
      const payment = await started(app, order(), 'qr_payment')
      const { receiptId } = await sendDrawn(payment)
      return { id: payment.paymentId, secret: payment.secret, body: { receiptId, reading: { confidence: 0.9 } } }
    },
  ],
  [
    verifyKhalti,
    async (app) => ({
      body: {
        token: 'QUao9cqFzxPgvWJNi9aKac',
        amount: 950_000,
        paymentId: (await started(app, order(), 'khalti')).paymentId,
      },
    }),
  ],
  [
    createPaymentIntent,
    async (app) => {
      const { bookingId, secret } = await placed(app)
      return { body: { booking_id: bookingId }, secret }
    },
  ],
  [
    receiveStripeWebhook,
    async (app) => {
      const signed = app.sandbox?.stripe.signWebhook('account.updated', { object: 'account' })
      return { raw: signed?.body ?? '', headers: { 'stripe-signature': signed?.signature ?? '' } }
    },
  ],
]

async function bookingAtHand(app: TestApp): Promise<Sent> {
  const { bookingId, secret } = await placed(app)
  return { id: bookingId, secret }
}

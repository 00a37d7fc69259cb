import {
  confirmEmail,
  extendHold,
  findBooking,
  placeBooking,
  readBooking,
  requestEmailConfirmation,
} from '#contract/bookings.ts'
import { buyRoomHours } from '#contract/buy-hours.ts'
import { createPaymentIntent, receiveStripeWebhook } from '#contract/card.ts'
import { verifyKhalti } from '#contract/khalti.ts'
import { dropOwnMove, moveOwnBooking, previewOwnMove } from '#contract/move-booking.ts'
import { startPayment, verifyPayment } from '#contract/payments.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import type { TestApp } from '../../support/app.ts'
import { openedChange, paidAt } from '../../support/moves.ts'
import { order, PRICE, placed } from '../../support/orders.ts'
import { paidBooking, started } from '../../support/payments.ts'
import { drawnReceipt, upload, uploadReceipt } from '../../support/receipt-uploads.ts'
import type { Sent } from '../../support/requests.ts'
import { emailedToken } from '../../support/unpaid-transfers.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(placeBooking, { body: order() }),
  validCall(readBooking, heldBooking),
  validCall(findBooking, { body: { email: 'aarati@example.com' } }),
  validCall(extendHold, heldBooking),
  validCall(requestEmailConfirmation, heldBooking),
  validCall(confirmEmail, async (app) => {
    const { bookingId, secret } = await placed(app)
    await sendEmailConfirmation(app, bookingId, secret)
    return { id: bookingId, body: { token: await emailedToken(app, bookingId) } }
  }),
  validCall(previewOwnMove, async (app) => ({ ...(await paidForMove(app)), query: { startDate: '2026-12-20' } })),
  validCall(moveOwnBooking, async (app) => ({ ...(await paidForMove(app)), body: { startDate: '2026-12-20' } })),
  validCall(buyRoomHours, async (app) => ({ ...(await paidForMove(app)), body: { hours: 2 } })),
  validCall(dropOwnMove, async (app) => {
    const booking = await paidAt(app, PRICE - 50_000)
    await openedChange(app, booking, '2026-12-20')
    return { id: booking.bookingId, secret: booking.secret }
  }),
  validCall(startPayment, async (app) => {
    const { bookingId, secret } = await placed(app)
    return { body: { bookingId, method: 'esewa' }, secret }
  }),
  validCall(verifyPayment, async (app) => ({ id: (await started(app)).paymentId, body: {} })),
  validCall(sendReceipt, async (app) => upload(await started(app, order(), 'qr_payment'), await drawnReceipt('one'))),
  validCall(reportReceiptReading, async (app) => {
    const payment = await started(app, order(), 'qr_payment')
    const { receiptId } = await uploadReceipt(payment)
    return { id: payment.paymentId, secret: payment.secret, body: { receiptId, reading: { confidence: 0.9 } } }
  }),
  validCall(verifyKhalti, async (app) => ({
    body: {
      token: 'QUao9cqFzxPgvWJNi9aKac',
      amount: 950_000,
      paymentId: (await started(app, order(), 'khalti')).paymentId,
    },
  })),
  validCall(createPaymentIntent, async (app) => {
    const { bookingId, secret } = await placed(app)
    return { body: { booking_id: bookingId }, secret }
  }),
  validCall(receiveStripeWebhook, async (app) => {
    const signed = app.sandbox?.stripe.signWebhook('account.updated', { object: 'account' })
    return { raw: signed?.body ?? '', headers: { 'stripe-signature': signed?.signature ?? '' } }
  }),
]

async function heldBooking(app: TestApp): Promise<Sent> {
  const { bookingId, secret } = await placed(app)
  return { id: bookingId, secret }
}

async function paidForMove(app: TestApp): Promise<Sent> {
  const { bookingId, secret } = await paidBooking(app)
  return { id: bookingId, secret }
}

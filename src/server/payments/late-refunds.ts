import { getReceivedAmount } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { excessPaymentEmail, paymentAfterOwnCancellationEmail } from '../bookings/emails.ts'
import { isRefundAccountMissing } from '../bookings/refund-account.ts'
import { markExcessDue, markRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { loadBookingOfPayment } from './access.ts'

/** Money that arrives after its customer cancelled the booking is refunded. The booking stays cancelled. */
export async function promiseLateRefund(app: App, db: Queries, booking: Booking, payment: Payment): Promise<void> {
  const received = getReceivedAmount(payment)
  if (received === 0) return
  await markRefundDue(db, [payment], app.now())
  const email = paymentAfterOwnCancellationEmail(booking, buildBookingLink(app, booking), {
    amount: received,
    needsAccount: await isRefundAccountMissing(app, db, booking),
  })
  await queueEmail(db, email, app.now())
}

/** What staff accept above the requested amount pays nothing and is refunded. */
export async function promiseExcessRefund(app: App, db: Queries, payment: Payment): Promise<void> {
  const amount = await markExcessDue(db, payment, app.now())
  if (amount === 0) return
  const booking = await loadBookingOfPayment(db, payment)
  const needsAccount = await isRefundAccountMissing(app, db, booking)
  await queueEmail(db, excessPaymentEmail(booking, buildBookingLink(app, booking), { amount, needsAccount }), app.now())
}

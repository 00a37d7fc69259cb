import { getReceivedAmount } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { duplicatePaymentEmail } from '../bookings/emails.ts'
import { markRefundDue } from '../bookings/refund-due.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { notifyStaff, raiseAlert } from './alerts.ts'
import { isPaidByOther } from './other-payments.ts'

/**
 * Handles money for a booking that needs none: marks a second payment as refund due and notifies customer and staff.
 * Returns false if the booking still waits for this money.
 */
export async function handleDuplicatePayment(
  app: App,
  db: Queries,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<boolean> {
  const isSecond = await isPaidByOther(db, payment)
  if (!isSecond && booking.state !== 'confirmed') return false
  if (isSecond) {
    await markRefundDue(db, [payment], app.now())
    await queueEmail(db, duplicatePaymentEmail(booking, getReceivedAmount(payment)), app.now())
  }
  await raiseAlert(app, db, payment.id, 'paid_twice')
  await notifyStaff(app, db, 'paid_twice', booking, payment)
  return true
}

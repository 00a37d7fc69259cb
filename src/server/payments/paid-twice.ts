import { cameWith } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { paidTwiceMail } from '../bookings/booking-mail.ts'
import { oweAll } from '../bookings/money-owed.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'
import { noteMail } from '../mail/outbox.ts'
import { raiseAlert, tellStaff } from './alerts.ts'
import { isPaidElsewhere } from './other-money.ts'

/**
 * Handles money for a booking that needs none: marks a second payment as refund due and notifies customer and staff.
 * Returns false if the booking still waits for this money.
 */
export async function handleSecondPayment(
  app: App,
  db: Queries,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<boolean> {
  const isSecond = await isPaidElsewhere(db, payment)
  if (!isSecond && booking.state !== 'confirmed') return false
  if (isSecond) {
    await oweAll(db, [payment], app.now())
    await noteMail(db, paidTwiceMail(booking, cameWith(payment)), app.now())
  }
  await raiseAlert(app, db, payment.id, 'paid_twice')
  await tellStaff(app, db, 'paid_twice', booking, payment)
  return true
}

import { cameWith } from '#domain/payment.ts'
import { raiseAlert, tellStaff } from './alerts.ts'
import type { App } from './app.ts'
import type { Queries } from './db/database.ts'
import type { BookingTable, PaymentTable } from './db/schema.ts'
import { paidTwiceMail } from './mail/booking-mail.ts'
import { noteMail } from './mail/outbox.ts'
import { oweAll } from './money-owed.ts'
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

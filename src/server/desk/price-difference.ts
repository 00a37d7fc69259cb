import type { BookingDetail, recordPriceDifference } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { ZERO } from '#domain/money.ts'
import { canRecordPayment } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import { differencePaidEmail } from '../bookings/emails.ts'
import { queueEmail } from '../mail/outbox.ts'
import { buildPayment } from '../payments/attempts.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction, updateBooking } from './booking-action.ts'
import { getPriceDifference } from './booking-detail.ts'
import { settleStaffPayment } from './confirmation.ts'

/**
 * Staff have taken what the days of a moved booking cost more than its price: a payment of its own, of the whole of what
 * is left of the difference, settled as every other one.
 */
export async function collectDifference(
  app: App,
  staff: Staff,
  id: string,
  { version, reason, ...money }: Input<typeof recordPriceDifference>,
): Promise<Outcome<BookingDetail>> {
  if (!canRecordPayment(staff.role, money.method)) return fail('forbidden')
  return runBookingAction(app, staff, id, { version, action: 'difference' }, async (db, booking) => {
    const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
    const amount = getPriceDifference(booking, payments)
    if (amount === 0) return fail('wrong_state', { message: 'Nothing is left of the difference to be taken.' })
    const payment = {
      ...buildPayment(booking, money.method, app.now()),
      amount,
      fee: ZERO,
      difference_at: booking.version,
    }
    await updateBooking(app, db, booking, {})
    await db.insertInto('payments').values(payment).execute()
    const taken = await settleStaffPayment(app, db, staff, payment, money, `${id}/${version}`)
    if (!taken.ok) return taken
    await queueEmail(db, differencePaidEmail(booking, amount), app.now())
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: 'difference_taken',
      after: { method: money.method, amount },
      reason,
    })
    return succeed(undefined)
  })
}

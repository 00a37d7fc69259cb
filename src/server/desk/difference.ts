import type { BookingDetail, takeDifference } from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { ZERO } from '#domain/money.ts'
import { mayTake } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { differenceMail } from '../bookings/booking-mail.ts'
import { noteMail } from '../mail/outbox.ts'
import { newPayment } from '../payments/payments.ts'
import type { Staff } from '../staff/sessions.ts'
import { actOn, changeBooking } from './booking-act.ts'
import { differenceOf } from './booking-detail.ts'
import { settleTaken } from './confirming.ts'

/**
 * Staff have taken what the days of a moved booking cost more than its price: a payment of its own, of the whole of what
 * is left of the difference, settled as every other one.
 */
export async function take(
  app: App,
  staff: Staff,
  id: string,
  { version, reason, ...money }: Input<typeof takeDifference>,
): Promise<Outcome<BookingDetail>> {
  if (!mayTake(staff.role, money.method)) return fail('forbidden')
  return actOn(app, staff, id, { version, act: 'difference' }, async (db, booking) => {
    const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
    const amount = differenceOf(booking, payments)
    if (amount === 0) return fail('wrong_state', { message: 'Nothing is left of the difference to be taken.' })
    const payment = {
      ...newPayment(booking, money.method, app.now()),
      amount,
      fee: ZERO,
      difference_at: booking.version,
    }
    await changeBooking(app, db, booking, {})
    await db.insertInto('payments').values(payment).execute()
    const taken = await settleTaken(app, db, staff, payment, money, `${id}/${version}`)
    if (!taken.ok) return taken
    await noteMail(db, differenceMail(booking, amount), app.now())
    await recordBookingDeed(app, db, staff, booking, {
      action: 'difference_taken',
      after: { method: money.method, amount },
      reason,
    })
    return succeed(undefined)
  })
}

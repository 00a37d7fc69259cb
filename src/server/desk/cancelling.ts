import type { BookingDetail, cancelBooking, rejectBooking } from '#contract/admin/booking.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { refundDue } from '#domain/cancellation.ts'
import { STAFF_METHODS } from '#domain/payment.ts'
import { inHand } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { cancelledMail, rejectedMail } from '../bookings/booking-mail.ts'
import { oweAll } from '../bookings/money-owed.ts'
import { moveBooking, moved } from '../bookings/transitions.ts'
import { noteMail } from '../mail/outbox.ts'
import { settleWithin, staffReason } from '../payments/settlement.ts'
import type { Staff } from '../staff/sessions.ts'
import { actOn } from './booking-act.ts'
import { freeUntilOf } from './booking-detail.ts'

/**
 * Releases the seats and notifies the customer of the refund due by the rule. The money is sent by a refund of the
 * payment, which waits for staff.
 */
export async function cancel(
  app: App,
  staff: Staff,
  id: string,
  { version, reason }: Input<typeof cancelBooking>,
): Promise<Outcome<BookingDetail>> {
  return actOn(app, staff, id, { version, act: 'cancel' }, async (db, booking) => {
    const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
    const due = refundDue(inHand(payments), freeUntilOf(app, booking), app.now())
    moved(await moveBooking(db, booking, 'cancelled', app.now(), null, staff.id))
    if (due > 0) await oweAll(db, payments, app.now())
    await noteMail(db, cancelledMail(booking, due), app.now())
    const after = { state: 'cancelled', refundDue: due }
    const before = { state: booking.state }
    await recordBookingDeed(app, db, staff, booking, { action: 'booking_cancelled', before, after, reason })
    return succeed(undefined)
  })
}

/** Turns an unpaid booking down; what was sent for it to be looked at needs no look any more. */
export async function reject(
  app: App,
  staff: Staff,
  id: string,
  { version, reason }: Input<typeof rejectBooking>,
): Promise<Outcome<BookingDetail>> {
  return actOn(app, staff, id, { version, act: 'reject' }, async (db, booking) => {
    moved(await moveBooking(db, booking, 'cancelled', app.now(), null, staff.id))
    const waiting = await db
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', id)
      .where('state', '=', 'pending')
      .where('method', 'in', STAFF_METHODS)
      .execute()
    const report = { kind: 'ended', as: 'failed', reason: staffReason(reason) } as const
    for (const payment of waiting) await settleWithin(app, db, payment.id, report, staff)
    await noteMail(db, rejectedMail(booking, reason), app.now())
    const [before, after] = [{ state: booking.state }, { state: 'cancelled' }]
    await recordBookingDeed(app, db, staff, booking, { action: 'booking_rejected', before, after, reason })
    return succeed(undefined)
  })
}

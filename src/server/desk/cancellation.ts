import type { cancelBooking, rejectBooking } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { calculateCancellationRefund } from '#domain/cancellation.ts'
import { STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import type { App } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { attachCalendar } from '../bookings/calendar.ts'
import { readFreeCancellationEnd } from '../bookings/cancellation-terms.ts'
import { readReleases } from '../bookings/email-booking.ts'
import { bookingCancelledEmail } from '../bookings/emails.ts'
import { bookingRejectedEmail } from '../bookings/payment-emails.ts'
import { isRefundAccountMissing } from '../bookings/refund-account.ts'
import { markRefundDue } from '../bookings/refund-due.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { queueEmail } from '../mail/outbox.ts'
import { readNextRenewal } from '../memberships/renewals.ts'
import { formatStaffReason, settleWithin } from '../payments/settlement.ts'
import { readBoughtMinutes } from '../rooms/view.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

/** Releases the seats and emails the refund due. Staff send the refund separately. */
export function cancel(app: App, staff: Staff, id: string, { version, reason }: Input<typeof cancelBooking>) {
  return runBookingAction(app, staff, id, { version, action: 'cancel' }, async (db, booking) => {
    const payments = await db.selectFrom('payments').selectAll().where('booking_id', '=', id).execute()
    const received = sumRefundableAmounts(payments)
    const due = calculateCancellationRefund(received, await readFreeCancellationEnd(app, db, booking), app.now())
    const releases = await readReleases(app, db, booking)
    assertUpdated(await transitionBooking(app, db, booking, 'cancelled', null, staff.id))
    if (due > 0) await markRefundDue(db, payments, app.now())
    const lostMinutes = received > 0 && due === 0 ? await readBoughtMinutes(app, db, booking) : 0
    const email = bookingCancelledEmail({ ...booking, ...releases, lostMinutes }, buildBookingLink(app, booking), {
      received,
      refund: due,
      needsAccount: await isRefundAccountMissing(app, db, booking),
      renewal: await readNextRenewal(db, booking),
    })
    await queueEmail(db, await attachCalendar(app, db, id, email), app.now())
    const after = { state: 'cancelled', refundDue: due }
    return succeed({ action: 'booking_cancelled', before: { state: booking.state }, after, reason })
  })
}

/** Rejects an unpaid booking and its payments that wait for review. */
export function reject(app: App, staff: Staff, id: string, { version, reason }: Input<typeof rejectBooking>) {
  return runBookingAction(app, staff, id, { version, action: 'reject' }, async (db, booking) => {
    assertUpdated(await transitionBooking(app, db, booking, 'cancelled', null, staff.id))
    const waiting = await db
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', id)
      .where('state', '=', 'pending')
      .where('method', 'in', STAFF_CONFIRMED_METHODS)
      .execute()
    const report = { kind: 'ended', as: 'failed', reason: formatStaffReason(reason) } as const
    for (const payment of waiting) await settleWithin(app, db, payment.id, report, staff)
    await queueEmail(db, bookingRejectedEmail(booking, buildBookingLink(app, booking), reason), app.now())
    const [before, after] = [{ state: booking.state }, { state: 'cancelled' }]
    return succeed({ action: 'booking_rejected', before, after, reason })
  })
}

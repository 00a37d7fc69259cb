import type { sellRoomHours } from '#contract/admin/booking-detail.ts'
import { HOURS_BEING_PAID, HOURS_NOT_SOLD } from '#contract/buy-hours.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { times, ZERO } from '#domain/money.ts'
import { canRecordPayment } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { checkHoursLimit } from '../bookings/hours-limit.ts'
import { openPurchase, readHoursAction } from '../bookings/room-hours.ts'
import { updateBooking } from '../bookings/updates.ts'
import { insertPayment } from '../payments/new-payment.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'
import { settleStaffPayment } from './staff-payments.ts'

/** Sells room hours for money that staff have received. An open purchase of the customer ends, unless it is being paid. */
export async function sellHours(
  app: App,
  staff: Staff,
  id: string,
  { version, hours, expectedAmount, reason, ...money }: Input<typeof sellRoomHours>,
) {
  if (!canRecordPayment(staff.role, money.method)) return fail('forbidden')
  return runBookingAction(app, staff, id, { version }, async (db, booking) => {
    const action = await readHoursAction(app, db, booking)
    if (!action) return fail('wrong_state', { message: HOURS_NOT_SOLD })
    const isAllowed = await checkHoursLimit(app, db, booking, hours)
    if (!isAllowed.ok) return isAllowed
    const amount = times(action.pricePerHour, hours)
    if (amount !== expectedAmount) return fail('price_changed')
    const changeId = await openPurchase(app, db, booking, { minutes: hours * 60, amount })
    if (changeId === undefined) return fail('already_done', { message: HOURS_BEING_PAID })
    // The next version, so that a repeated request sells nothing.
    const changed = await updateBooking(app, db, booking, {})
    const purchase = { amount, fee: ZERO, purpose: 'hours', change_id: changeId } as const
    const payment = await insertPayment(db, changed, money.method, app.now(), purchase)
    const settled = await settleStaffPayment(app, db, staff, payment, money, changeId)
    if (!settled.ok) return settled
    return succeed({ action: 'room_hours_sold', after: { hours, method: money.method, amount }, reason })
  })
}

import type { moveBookingDates, previewMove } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { MOVE_REQUIRES_MANAGER, SAME_START_DATE } from '#contract/validation-messages.ts'
import { canMoveBooking, holdsSeats } from '#domain/booking.ts'
import type { App, Result } from '../app.ts'
import { issueDueBills } from '../bills/issue.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { attachCalendar } from '../bookings/calendar.ts'
import { toSeatClaim } from '../bookings/claims.ts'
import { loadEmailBooking, readReleases } from '../bookings/email-booking.ts'
import { bookingMovedEmail } from '../bookings/emails.ts'
import {
  computePrice,
  getHoldEndAfterMove,
  planMovedDates,
  readFreeCancellationEndAfterMove,
  swapSeats,
} from '../bookings/move.ts'
import { countFreeSeats } from '../bookings/seats.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { updateBooking } from '../bookings/updates.ts'
import { readClosedDays } from '../bookings/view.ts'
import { checkFirstDay } from '../closures/current.ts'
import { queueEmail } from '../mail/outbox.ts'
import { updateMembershipDates } from '../memberships/update-from-booking.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import type { Staff } from '../staff/sessions.ts'
import { hasBookingStarted } from './arrivals.ts'
import { runBookingAction } from './booking-action.ts'
import { findBookingForStaff } from './booking-detail.ts'

export async function preview(
  app: App,
  staff: Staff,
  id: string,
  { startDate }: Input<typeof previewMove>,
): Result<typeof previewMove> {
  const booking = await findBookingForStaff(app.db.read, staff, id)
  if (!booking) return fail('not_found')
  const dates = await planMovedDates(app, app.db.read, booking, startDate)
  if (!dates.ok) return dates
  const { start_date, end_date, start_time, end_time } = dates.value
  return succeed({
    startDate: start_date,
    endDate: end_date,
    startTime: start_time,
    endTime: end_time,
    closedDays: await readClosedDays(app.db.read, { ...booking, ...dates.value }),
    free: await countFreeSeats(
      app,
      { locationId: booking.location_id, from: start_date, to: end_date },
      holdsSeats(booking.state) ? toSeatClaim(booking) : undefined,
    ),
    seats: booking.seats,
    totalAmount: computePrice(await readCurrentCatalogue(app, app.db.read), booking, dates.value) ?? null,
  })
}

/** Moves seats, dates and membership in one transaction; the price remains. See docs/rules.md#moving-a-booking. */
export function move(
  app: App,
  staff: Staff,
  id: string,
  { version, startDate, reason }: Input<typeof moveBookingDates>,
) {
  return runBookingAction(app, staff, id, { version, action: 'move' }, async (db, booking) => {
    if (!canMoveBooking(staff.role, await hasBookingStarted(db, booking, app.now())))
      return fail('forbidden', { message: MOVE_REQUIRES_MANAGER })
    const dates = await planMovedDates(app, db, booking, startDate)
    if (!dates.ok) return dates
    if (dates.value.start_date === booking.start_date && holdsSeats(booking.state))
      return fail('invalid', { fields: { startDate: SAME_START_DATE } })
    // The booking is updated first, so that of two concurrent moves only one changes seats.
    const priceNow = computePrice(await readCurrentCatalogue(app, db), booking, dates.value)
    const changed = await updateBooking(app, db, booking, {
      ...dates.value,
      expires_at: await getHoldEndAfterMove(app, db, booking, dates.value),
      moved_price: priceNow ?? null,
      free_until: await readFreeCancellationEndAfterMove(app, db, booking, dates.value),
    })
    const releases = await readReleases(app, db, booking, { guestDays: toSeatClaim(changed) })
    if (!(await swapSeats(app, db, booking, changed))) return fail('sold_out')
    const open = await checkFirstDay(db, changed.location_id, changed.start_date)
    if (!open.ok) return open
    await updateMembershipDates(db, staff, { from: booking, to: changed }, app.now())
    if (changed.state === 'needs_decision') {
      assertUpdated(await transitionBooking(app, db, changed, 'confirmed', null, staff.id))
      await issueDueBills(app, db, id, staff.id)
    } else {
      const moved = { ...(await loadEmailBooking(app, db, changed)), ...releases }
      const email = bookingMovedEmail(moved, buildBookingLink(app, changed))
      await queueEmail(db, await attachCalendar(app, db, id, email), app.now())
    }
    const differs = priceNow !== undefined && priceNow !== booking.total_amount
    return succeed({
      action: 'booking_moved',
      before: { startDate: booking.start_date, endDate: booking.end_date },
      after: {
        startDate: changed.start_date,
        endDate: changed.end_date,
        // The difference can be read from the audit log.
        ...(differs && { priceKept: booking.total_amount, priceOfTheseDays: priceNow }),
      },
      ...(reason !== undefined && { reason }),
    })
  })
}

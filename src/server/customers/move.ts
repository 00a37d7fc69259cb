import type { BookingView } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  CHANGE_ALREADY_HELD,
  CHANGE_BEING_PAID,
  CHANGE_ENDED,
  type moveOwnBooking,
  type previewOwnMove,
} from '#contract/move-booking.ts'
import type { Paisa } from '#domain/money.ts'
import { canHoldMoney } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { buildBookingLink, findBookingOfCustomer } from '../bookings/access.ts'
import type { BookingAuditEntry } from '../bookings/booking.ts'
import { attachCalendar } from '../bookings/calendar.ts'
import { isClosedDayPass } from '../bookings/cancellation-terms.ts'
import { openChange } from '../bookings/changes.ts'
import { toSeatClaim } from '../bookings/claims.ts'
import { planOwnMove } from '../bookings/customer-move.ts'
import { loadEmailBooking, readReleases } from '../bookings/email-booking.ts'
import { bookingMovedByCustomerEmail } from '../bookings/emails.ts'
import { type BookingDates, readFreeCancellationEndAfterMove, swapSeats, toBookingDates } from '../bookings/move.ts'
import { findOpenChange, hasUnpaidChange, releaseOpenChange } from '../bookings/open-change.ts'
import { countFreeSeats } from '../bookings/seats.ts'
import { updateBooking } from '../bookings/updates.ts'
import { markHandledByCustomer } from '../closures/cases.ts'
import { checkFirstDay, readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { updateMembershipDates } from '../memberships/update-from-booking.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

export async function preview(
  app: App,
  { id, secret }: OwnBooking,
  { startDate }: Input<typeof previewOwnMove>,
): Promise<Outcome<Output<typeof previewOwnMove>>> {
  const booking = await findBookingOfCustomer(app, app.db.read, id, secret)
  if (!booking) return fail('not_found')
  const planned = await planOwnMove(app, app.db.read, booking, startDate)
  if (!planned.ok) return planned
  const { dates, closedDays, isCheaper, difference, isFinal } = planned.value
  if (difference > 0 && (await hasUnpaidChange(app.db.read, booking)))
    return fail('already_done', { message: CHANGE_ALREADY_HELD })
  const range = { locationId: booking.location_id, from: dates.startDate, to: dates.endDate }
  return succeed({
    ...dates,
    closedDays,
    free: await countFreeSeats(app, range, toSeatClaim(booking)),
    seats: booking.seats,
    isCheaper,
    difference,
    isFinal,
  })
}

/** Moves the booking, or holds dearer days until their difference is paid. See docs/rules.md#moving-by-customers. */
export async function move(
  app: App,
  own: OwnBooking,
  input: Input<typeof moveOwnBooking>,
  key: string,
): Promise<Outcome<Output<typeof moveOwnBooking>>> {
  const moved = await runCustomerAction(
    app,
    own,
    toIdempotentRequest(key, ['move', own.id, input]),
    async (db, booking) => {
      const planned = await planOwnMove(app, db, booking, input.startDate)
      if (!planned.ok) return planned
      const { price, difference } = planned.value
      const dates = toBookingDates(await readLocations(app, db), booking, planned.value.dates)
      if (input.expectedDifference !== undefined && input.expectedDifference !== difference)
        return fail('changed_meanwhile')
      if (difference === 0) return moveNow(app, db, booking, dates, price)
      const opened = await openChange(app, db, booking, { dates, price, amount: difference })
      if (opened === 'already_done') return fail('already_done', { message: CHANGE_ALREADY_HELD })
      if (opened === 'sold_out') return fail('sold_out')
      const open = await checkFirstDay(db, booking.location_id, dates.start_date)
      if (!open.ok) return open
      return succeed({
        action: 'booking_change_opened',
        before: { startDate: booking.start_date, endDate: booking.end_date },
        after: { startDate: dates.start_date, endDate: dates.end_date, amount: difference },
      })
    },
  )
  return moved.ok ? succeed({ booking: moved.value, change: moved.value.change }) : moved
}

/** Ends a move that waits for its payment, and releases its days. */
export function dropMove(app: App, own: OwnBooking, key: string): Promise<Outcome<BookingView>> {
  return runCustomerAction(app, own, toIdempotentRequest(key, ['drop-move', own.id]), async (db, booking) => {
    const change = await findOpenChange(db, booking)
    if (!change || change.expires_at <= instant(app.now())) return fail('wrong_state', { message: CHANGE_ENDED })
    const payments = await db
      .selectFrom('payments')
      .select(['state', 'method', 'gateway_id'])
      .where('change_id', '=', change.id)
      .execute()
    if (payments.some((payment) => canHoldMoney(payment, false)))
      return fail('wrong_state', { message: CHANGE_BEING_PAID })
    await releaseOpenChange(app, db, booking)
    return succeed({
      action: 'booking_change_dropped',
      before: { startDate: change.start_date, endDate: change.end_date, amount: change.amount },
      after: { startDate: booking.start_date, endDate: booking.end_date },
    })
  })
}

async function moveNow(
  app: App,
  db: Queries,
  booking: Booking,
  dates: BookingDates,
  price: Paisa,
): Promise<Outcome<BookingAuditEntry>> {
  const isFree = await isClosedDayPass(db, booking)
  const changed = await updateBooking(app, db, booking, {
    ...dates,
    // A higher price of the new day is not due at the desk either.
    moved_price: isFree ? (booking.moved_price ?? booking.total_amount) : price,
    free_until: await readFreeCancellationEndAfterMove(app, db, booking, dates),
    customer_moves: booking.customer_moves + (isFree ? 0 : 1),
  })
  const releases = await readReleases(app, db, booking, { guestDays: toSeatClaim(changed) })
  if (!(await swapSeats(app, db, booking, changed))) return fail('sold_out')
  const open = await checkFirstDay(db, changed.location_id, changed.start_date)
  if (!open.ok) return open
  await updateMembershipDates(db, CUSTOMER, { from: booking, to: changed }, app.now())
  await markHandledByCustomer(db, booking, app.now())
  const moved = { ...(await loadEmailBooking(app, db, changed)), ...releases }
  const email = bookingMovedByCustomerEmail(moved, buildBookingLink(app, changed))
  await queueEmail(db, await attachCalendar(app, db, booking.id, email), app.now())
  return succeed({
    action: 'booking_moved',
    before: { startDate: booking.start_date, endDate: booking.end_date },
    after: { startDate: changed.start_date, endDate: changed.end_date },
  })
}

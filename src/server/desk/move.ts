import type { moveBookingDates, previewMove } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessage, MOVE_REQUIRES_MANAGER, SAME_START_DATE } from '#contract/validation-messages.ts'
import { canMoveBooking, holdsSeats } from '#domain/booking.ts'
import { clampHours } from '#domain/booking-draft.ts'
import { addDays, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { retainPassedCancellationEnd } from '#domain/cancellation.ts'
import { ADD_ON_IDS, type Catalogue } from '#domain/catalogue.ts'
import type { Paisa } from '#domain/money.ts'
import { addPeriods, datesProblem } from '#domain/period.ts'
import { quote } from '#domain/quote.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import type { App, Result } from '../app.ts'
import { parseLines } from '../bookings/booking.ts'
import { getClosingTime, isAwaitingReview } from '../bookings/closing-time.ts'
import { bookingMovedEmail } from '../bookings/emails.ts'
import {
  addUnpaidSeats,
  claimSeats,
  countFreeSeats,
  getCapacity,
  lockDays,
  releaseSeats,
  removeUnpaidSeats,
  toSeatClaim,
} from '../bookings/seats.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import type { Queries } from '../db/database.ts'
import { type Booking, type Instant, instant } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { updateMembershipDates } from '../memberships/update-from-booking.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import type { Staff } from '../staff/sessions.ts'
import { hasBookingStarted } from './arrivals.ts'
import { runBookingAction, updateBooking } from './booking-action.ts'
import { findBookingForStaff, getFreeCancellationEnd } from './booking-detail.ts'

type BookingDates = Pick<Booking, 'start_date' | 'end_date' | 'start_time' | 'end_time'>

export async function preview(
  app: App,
  staff: Staff,
  id: string,
  { startDate }: Input<typeof previewMove>,
): Result<typeof previewMove> {
  const booking = await findBookingForStaff(app.db.read, staff, id)
  if (!booking) return fail('not_found')
  const dates = computeDates(app, booking, startDate)
  if (!dates.ok) return dates
  const { start_date, end_date, start_time, end_time } = dates.value
  return succeed({
    startDate: start_date,
    endDate: end_date,
    startTime: start_time,
    endTime: end_time,
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
    const dates = computeDates(app, booking, startDate)
    if (!dates.ok) return dates
    if (dates.value.start_date === booking.start_date && holdsSeats(booking.state))
      return fail('invalid', { fields: { startDate: SAME_START_DATE } })
    // The booking is updated first, so that of two concurrent moves only one changes seats.
    const priceNow = computePrice(await readCurrentCatalogue(app, db), booking, dates.value)
    const changed = await updateBooking(app, db, booking, {
      ...dates.value,
      expires_at: await getHoldEndAfterMove(app, db, booking, dates.value),
      moved_price: priceNow ?? null,
      free_until: getFreeCancellationEndAfterMove(app, booking),
    })
    if (holdsSeats(booking.state)) {
      await lockDays(db, [toSeatClaim(booking), toSeatClaim(changed)])
      if (booking.transfer_unpaid) await removeUnpaidSeats(db, toSeatClaim(booking))
      await releaseSeats(db, toSeatClaim(booking))
    }
    if (!(await claimSeats(db, toSeatClaim(changed), getCapacity(app, booking.location_id)))) return fail('sold_out')
    // An unpaid seat is a taken one, so this always fits the capacity.
    if (booking.transfer_unpaid) await addUnpaidSeats(db, toSeatClaim(changed), getCapacity(app, booking.location_id))
    await updateMembershipDates(db, staff, { from: booking, to: changed }, app.now())
    if (changed.state === 'needs_decision')
      assertUpdated(await transitionBooking(db, changed, 'confirmed', app.now(), null, staff.id))
    else await queueEmail(db, bookingMovedEmail(changed), app.now())
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

/** A hold or unpaid transfer ends at the latest when the new last day closes. */
async function getHoldEndAfterMove(
  app: App,
  db: Queries,
  booking: Booking,
  { end_date }: BookingDates,
): Promise<Instant | null> {
  const closesAt = instant(getClosingTime(app, { location_id: booking.location_id, end_date }))
  if (booking.expires_at === null || booking.expires_at <= closesAt || (await isAwaitingReview(db, booking)))
    return booking.expires_at
  return closesAt
}

/** A booking without seats gets the limit of its new days. */
function getFreeCancellationEndAfterMove(app: App, booking: Booking): Instant | null {
  if (!holdsSeats(booking.state)) return booking.free_until
  const retainedEnd = retainPassedCancellationEnd(getFreeCancellationEnd(app, booking), app.now())
  return retainedEnd === undefined ? null : instant(retainedEnd)
}

function computeDates(app: App, booking: Booking, startDate: string): Outcome<BookingDates> {
  const start = parseIsoDate(startDate)
  if (!start) return fail('invalid', { fields: { startDate: getValidationMessage('startDate', 'not_a_date') } })
  const sales = salesAt(app.catalogue.locations, app.now(), 0)
  const problem =
    datesProblem(start, undefined, booking.period, sales.today) ??
    (start < earliestStart(sales, booking.location_id) ? 'sales_ended' : undefined)
  if (problem) return fail('invalid', { fields: { startDate: getValidationMessage('startDate', problem) } })
  const end = addDays(addPeriods(start, booking.period, booking.periods), -1)
  return succeed({ start_date: start, end_date: end, ...fitHours(app, booking, start) })
}

function fitHours(app: App, { location_id, start_time, end_time }: Booking, start: IsoDate) {
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location || start_time === null || end_time === null) return { start_time, end_time }
  const hours = clampHours({ startTime: start_time, endTime: end_time }, location, start)
  return { start_time: hours.startTime, end_time: hours.endTime }
}

function computePrice(
  catalogue: Catalogue,
  booking: Booking,
  { start_date, end_date }: BookingDates,
): Paisa | undefined {
  const lines = parseLines(booking)
  const quantity = (id: string) => lines.find((line) => line.id === id)?.quantity ?? 0
  const choices = {
    locationId: booking.location_id,
    planId: booking.plan_id,
    billing: booking.period === 'daily' ? ('monthly' as const) : booking.period,
    startDate: start_date,
    endDate: end_date,
    addOns: ADD_ON_IDS.filter((id) => quantity(id) > 0),
    meetingRoomHours: quantity('meeting-room-hours'),
    guestPasses: quantity('guest-passes'),
  }
  return quote(choices, catalogue)?.total
}

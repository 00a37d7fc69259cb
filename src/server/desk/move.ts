import type { BookingDetail, moveBookingDates, previewMove } from '#contract/admin/booking-detail.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessage, MOVE_REQUIRES_MANAGER, SAME_START_DATE } from '#contract/validation-messages.ts'
import { canMoveBooking, holdsSeats } from '#domain/booking.ts'
import { addDays, type IsoDate, isoDate, listDays } from '#domain/calendar.ts'
import { retainPassedCancellationEnd } from '#domain/cancellation.ts'
import { ADD_ON_IDS, type Catalogue } from '#domain/catalogue.ts'
import { clampHours } from '#domain/draft.ts'
import type { Paisa } from '#domain/money.ts'
import { addPeriods, datesProblem } from '#domain/period.ts'
import { quote } from '#domain/quote.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import { getClosingTime, isAwaitingReview } from '../bookings/closing-time.ts'
import { bookingMovedEmail } from '../bookings/emails.ts'
import { parseLines } from '../bookings/rows.ts'
import {
  addUnpaidSeats,
  claimSeats,
  getCapacity,
  lockDays,
  readTakenSeats,
  releaseSeats,
  removeUnpaidSeats,
  toSeatClaim,
} from '../bookings/seats.ts'
import { hasBookingStarted } from '../bookings/start-check.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, type Instant, instant } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { updateMembershipDates } from '../memberships/update-from-booking.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import type { Staff } from '../staff/sessions.ts'
import { findBookingForStaff } from './booking-access.ts'
import { runBookingAction, updateBooking } from './booking-action.ts'
import { getFreeCancellationEnd } from './booking-detail.ts'

type BookingDates = Pick<BookingTable, 'start_date' | 'end_date' | 'start_time' | 'end_time'>

/** What moving a booking to another first day would be: its days, seats and today's price. */
export async function preview(
  app: App,
  staff: Staff,
  id: string,
  { startDate }: Input<typeof previewMove>,
): Promise<Outcome<Output<typeof previewMove>>> {
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
    free: await countFreeSeats(app, booking, dates.value),
    seats: booking.seats,
    totalAmount: computePrice(await readCurrentCatalogue(app, app.db.read), booking, dates.value) ?? null,
  })
}

/**
 * Moves a booking to other days: its seats are released and taken in one transaction, or nothing happens. Its price
 * stays, what the new days cost is stored beside it, its membership follows, and a `needs_decision` booking is
 * confirmed. A cancellation limit that has passed stays passed; docs/rules.md#moving-a-booking.
 */
export async function move(
  app: App,
  staff: Staff,
  id: string,
  { version, startDate, reason }: Input<typeof moveBookingDates>,
): Promise<Outcome<BookingDetail>> {
  return runBookingAction(app, staff, id, { version, action: 'move' }, async (db, booking) => {
    if (!canMoveBooking(staff.role, await hasBookingStarted(db, booking, app.now())))
      return fail('forbidden', { message: MOVE_REQUIRES_MANAGER })
    const dates = computeDates(app, booking, startDate)
    if (!dates.ok) return dates
    if (dates.value.start_date === booking.start_date && holdsSeats(booking.state))
      return fail('invalid', { fields: { startDate: SAME_START_DATE } })
    // First the booking, so that of two who move it one alone goes on to its seats.
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
    // Staff may exceed the visitors' share: an unpaid seat is a taken one, so this always fits.
    if (booking.transfer_unpaid) await addUnpaidSeats(db, toSeatClaim(changed), getCapacity(app, booking.location_id))
    await updateMembershipDates(db, staff, { from: booking, to: changed }, app.now())
    if (changed.state === 'needs_decision')
      assertUpdated(await transitionBooking(db, changed, 'confirmed', app.now(), null, staff.id))
    else await queueEmail(db, bookingMovedEmail(changed), app.now())
    const differs = priceNow !== undefined && priceNow !== booking.total_amount
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: 'booking_moved',
      before: { startDate: booking.start_date, endDate: booking.end_date },
      after: {
        startDate: changed.start_date,
        endDate: changed.end_date,
        // What the difference comes to, and that it was left as it is, can be read afterwards.
        ...(differs && { priceKept: booking.total_amount, priceOfTheseDays: priceNow }),
      },
      ...(reason !== undefined && { reason }),
    })
    return succeed(undefined)
  })
}

/** A hold, or a transfer without evidence, ends at the latest when the new last day closes; evidence keeps its time. */
async function getHoldEndAfterMove(
  app: App,
  db: Queries,
  booking: BookingTable,
  { end_date }: BookingDates,
): Promise<Instant | null> {
  const closesAt = instant(getClosingTime(app, { location_id: booking.location_id, end_date }))
  if (booking.expires_at === null || booking.expires_at <= closesAt || (await isAwaitingReview(db, booking)))
    return booking.expires_at
  return closesAt
}

/** Whose place had been given away had nothing of those days: for them the days that they get are the first. */
function getFreeCancellationEndAfterMove(app: App, booking: BookingTable): Instant | null {
  if (!holdsSeats(booking.state)) return booking.free_until
  const kept = retainPassedCancellationEnd(getFreeCancellationEnd(app, booking), app.now())
  return kept === undefined ? null : instant(kept)
}

/** The same number of periods from another day on, at hours at which the location is open then. */
function computeDates(app: App, booking: BookingTable, startDate: string): Outcome<BookingDates> {
  const start = isoDate(startDate)
  if (!start) return fail('invalid', { fields: { startDate: getValidationMessage('startDate', 'not_a_date') } })
  const sales = salesAt(app.catalogue.locations, app.now(), 0)
  const problem =
    datesProblem(start, undefined, booking.period, sales.today) ??
    (start < earliestStart(sales, booking.location_id) ? 'sales_ended' : undefined)
  if (problem) return fail('invalid', { fields: { startDate: getValidationMessage('startDate', problem) } })
  const end = addDays(addPeriods(start, booking.period, booking.periods), -1)
  return succeed({ start_date: start, end_date: end, ...fitHours(app, booking, start) })
}

function fitHours(app: App, { location_id, start_time, end_time }: BookingTable, start: IsoDate) {
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location || start_time === null || end_time === null) return { start_time, end_time }
  const hours = clampHours({ startTime: start_time, endTime: end_time }, location, start)
  return { start_time: hours.startTime, end_time: hours.endTime }
}

/** Seats free on the fullest of the days, those that the booking itself would give back among them. */
async function countFreeSeats(
  app: App,
  booking: BookingTable,
  { start_date, end_date }: BookingDates,
): Promise<number> {
  const range = { locationId: booking.location_id, from: start_date, to: end_date }
  const taken = await readTakenSeats(app.db.read, range)
  const isOwn = (day: IsoDate) => holdsSeats(booking.state) && day >= booking.start_date && day <= booking.end_date
  const seats = getCapacity(app, booking.location_id)
  return Math.min(
    ...listDays(start_date, end_date).map((day) => seats - (taken.get(day) ?? 0) + (isOwn(day) ? booking.seats : 0)),
  )
}

/** What the same choices cost on these days today; the choices are those of the booking's lines. */
function computePrice(
  catalogue: Catalogue,
  booking: BookingTable,
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

import type { BookingDetail, moveDates, previewMove } from '#contract/admin/booking.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { MOVED_BY_MANAGERS, SAME_DAYS, sentence } from '#contract/sentences.ts'
import { holdsSeats, mayMove } from '#domain/booking.ts'
import { addDays, daysFrom, type IsoDate, isoDate } from '#domain/calendar.ts'
import { keptLimit } from '#domain/cancellation.ts'
import { ADD_ON_IDS, type Catalogue } from '#domain/catalogue.ts'
import { clampHours } from '#domain/draft.ts'
import type { Paisa } from '#domain/money.ts'
import { afterPeriods, datesProblem } from '#domain/period.ts'
import { quote } from '#domain/quote.ts'
import { firstStart, salesAt } from '#domain/same-day.ts'
import type { App } from '../app.ts'
import { isBegun } from '../bookings/begun.ts'
import { recordBookingDeed } from '../bookings/booking-audit.ts'
import { movedMail } from '../bookings/booking-mail.ts'
import { linesOf } from '../bookings/booking-row.ts'
import { closingOf, isWithStaff } from '../bookings/closing.ts'
import {
  capacityOf,
  claimOf,
  claimSeats,
  holdDays,
  lowerUnpaid,
  raiseUnpaid,
  releaseSeats,
  takenSeats,
} from '../bookings/seats.ts'
import { moveBooking, moved } from '../bookings/transitions.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, type Instant, instant } from '../db/schema.ts'
import { noteMail } from '../mail/outbox.ts'
import { followDates } from '../memberships/membership-follow.ts'
import { currentCatalogue } from '../prices/prices.ts'
import type { Staff } from '../staff/sessions.ts'
import { actOn, changeBooking } from './booking-act.ts'
import { bookingAt } from './booking-at.ts'
import { freeUntilOf } from './booking-detail.ts'

type Dates = Pick<BookingTable, 'start_date' | 'end_date' | 'start_time' | 'end_time'>

/** What moving a booking to another first day would be: its days, seats and today's price. */
export async function preview(
  app: App,
  staff: Staff,
  id: string,
  { startDate }: Input<typeof previewMove>,
): Promise<Outcome<Output<typeof previewMove>>> {
  const booking = await bookingAt(app.db.read, staff, id)
  if (!booking) return fail('not_found')
  const dates = datesFrom(app, booking, startDate)
  if (!dates.ok) return dates
  const { start_date, end_date, start_time, end_time } = dates.value
  return succeed({
    startDate: start_date,
    endDate: end_date,
    startTime: start_time,
    endTime: end_time,
    free: await freeSeats(app, booking, dates.value),
    seats: booking.seats,
    totalAmount: priceOn(await currentCatalogue(app, app.db.read), booking, dates.value) ?? null,
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
  { version, startDate, reason }: Input<typeof moveDates>,
): Promise<Outcome<BookingDetail>> {
  return actOn(app, staff, id, { version, act: 'move' }, async (db, booking) => {
    if (!mayMove(staff.role, await isBegun(db, booking, app.now())))
      return fail('forbidden', { message: MOVED_BY_MANAGERS })
    const dates = datesFrom(app, booking, startDate)
    if (!dates.ok) return dates
    if (dates.value.start_date === booking.start_date && holdsSeats(booking.state))
      return fail('invalid', { fields: { startDate: SAME_DAYS } })
    // First the booking, so that of two who move it one alone goes on to its seats.
    const priceNow = priceOn(await currentCatalogue(app, db), booking, dates.value)
    const changed = await changeBooking(app, db, booking, {
      ...dates.value,
      expires_at: await holdAfter(app, db, booking, dates.value),
      moved_price: priceNow ?? null,
      free_until: limitAfter(app, booking),
    })
    if (holdsSeats(booking.state)) {
      await holdDays(db, [claimOf(booking), claimOf(changed)])
      if (booking.transfer_unpaid) await lowerUnpaid(db, claimOf(booking))
      await releaseSeats(db, claimOf(booking))
    }
    if (!(await claimSeats(db, claimOf(changed), capacityOf(app, booking.location_id)))) return fail('sold_out')
    // Staff may exceed the visitors' share: an unpaid seat is a taken one, so this always fits.
    if (booking.transfer_unpaid) await raiseUnpaid(db, claimOf(changed), capacityOf(app, booking.location_id))
    await followDates(db, staff, { from: booking, to: changed }, app.now())
    if (changed.state === 'needs_decision')
      moved(await moveBooking(db, changed, 'confirmed', app.now(), null, staff.id))
    else await noteMail(db, movedMail(changed), app.now())
    const differs = priceNow !== undefined && priceNow !== booking.total_amount
    await recordBookingDeed(app, db, staff, booking, {
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
async function holdAfter(app: App, db: Queries, booking: BookingTable, { end_date }: Dates): Promise<Instant | null> {
  const closesAt = instant(closingOf(app, { location_id: booking.location_id, end_date }))
  if (booking.expires_at === null || booking.expires_at <= closesAt || (await isWithStaff(db, booking)))
    return booking.expires_at
  return closesAt
}

/** Whose place had been given away had nothing of those days: for them the days that they get are the first. */
function limitAfter(app: App, booking: BookingTable): Instant | null {
  if (!holdsSeats(booking.state)) return booking.free_until
  const kept = keptLimit(freeUntilOf(app, booking), app.now())
  return kept === undefined ? null : instant(kept)
}

/** The same number of periods from another day on, at hours at which the location is open then. */
function datesFrom(app: App, booking: BookingTable, startDate: string): Outcome<Dates> {
  const start = isoDate(startDate)
  if (!start) return fail('invalid', { fields: { startDate: sentence('startDate', 'not_a_date') } })
  const sales = salesAt(app.catalogue.locations, app.now(), 0)
  const problem =
    datesProblem(start, undefined, booking.period, sales.today) ??
    (start < firstStart(sales, booking.location_id) ? 'sales_ended' : undefined)
  if (problem) return fail('invalid', { fields: { startDate: sentence('startDate', problem) } })
  const end = addDays(afterPeriods(start, booking.period, booking.periods), -1)
  return succeed({ start_date: start, end_date: end, ...hoursOf(app, booking, start) })
}

function hoursOf(app: App, { location_id, start_time, end_time }: BookingTable, start: IsoDate) {
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location || start_time === null || end_time === null) return { start_time, end_time }
  const hours = clampHours({ startTime: start_time, endTime: end_time }, location, start)
  return { start_time: hours.startTime, end_time: hours.endTime }
}

/** Seats free on the fullest of the days, those that the booking itself would give back among them. */
async function freeSeats(app: App, booking: BookingTable, { start_date, end_date }: Dates): Promise<number> {
  const range = { locationId: booking.location_id, from: start_date, to: end_date }
  const taken = await takenSeats(app.db.read, range)
  const isOwn = (day: IsoDate) => holdsSeats(booking.state) && day >= booking.start_date && day <= booking.end_date
  const seats = capacityOf(app, booking.location_id)
  return Math.min(
    ...daysFrom(start_date, end_date).map((day) => seats - (taken.get(day) ?? 0) + (isOwn(day) ? booking.seats : 0)),
  )
}

/** What the same choices cost on these days today; the choices are those of the booking's lines. */
function priceOn(catalogue: Catalogue, booking: BookingTable, { start_date, end_date }: Dates): Paisa | undefined {
  const lines = linesOf(booking)
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

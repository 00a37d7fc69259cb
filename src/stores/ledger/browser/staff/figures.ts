import { type Group, periodFigures, summed } from '#contract/admin/period-figures.ts'
import type { readStats } from '#contract/admin/stats.ts'
import { DAYS_AHEAD, type readDay, type readToday } from '#contract/admin/today.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { SEND_A_DATE } from '#contract/sentences.ts'
import { holdsSeats, inOrderOfArrival } from '#domain/booking.ts'
import { addDays, daysFrom, type IsoDate, isoDate, kathmanduDate } from '#domain/calendar.ts'
import { hoursOn, isAnnounced, isOpenAt, LOCATION_IDS, locationId } from '#domain/location.ts'
import { endsIn } from '#domain/membership.ts'
import { lengthOf, MAX_SPAN_DAYS, type Span, spanBefore } from '#domain/span.ts'
import { environment } from '../../../environment.ts'
import { type BookingRecord, bookingList } from '../booking-record.ts'
import { business } from '../business.ts'
import { currentBookings, currentMemberships, takenSeats } from '../moving.ts'
import { bookingRow, revenueOfRecord } from './rows.ts'

/** What there is to know and to do today. */
export function today(): Outcome<Output<typeof readToday>> {
  const now = environment().now()
  const date = kathmanduDate(now)
  const to = addDays(date, DAYS_AHEAD - 1)
  const bookings = currentBookings()
  const open = business().catalogue.locations.filter((location) => !isAnnounced(location))
  return succeed({
    date,
    locations: open.map((location) => {
      const { id, name, capacity, available, status } = location
      const taken = takenSeats({ locationId: id, from: date, to }, bookings)
      return {
        locationId: id,
        name,
        seats: capacity,
        hours: { ...hoursOn(location, date), isOpen: isOpenAt(location, now) },
        available,
        status,
        arrivals: seatedOn(bookings, id, date).filter(({ startDate }) => startDate === date).length,
        // Nobody stands at a door here.
        here: 0,
        days: daysFrom(date, to).map((day) => ({ date: day, taken: taken.get(day) ?? 0 })),
      }
    }),
    waiting: waiting(date),
    // This edition makes no refunds.
    refunded: [],
    // This edition sends no email.
    mail: null,
    // Whoever opens this edition can set nothing.
    unset: [],
  })
}

function waiting(date: IsoDate): Output<typeof readToday>['waiting'] {
  const toVerify = bookingList().filter(({ status }) => status === 'pending_verification')
  const [oldest = null] = toVerify.map(({ createdAt }) => createdAt).sort()
  return {
    verification: { count: toVerify.length, oldest },
    decisions: bookingList().filter(({ status }) => status === 'needs_decision').length,
    memberships: currentMemberships().filter(({ status, endDate }) => endsIn(status, endDate, date) !== undefined)
      .length,
    messages: null,
    unclear: 0,
    owed: 0,
  }
}

/** Everybody who has a seat on a day: first who comes for the first time, then by name. */
export function day(input: Input<typeof readDay>): Outcome<Output<typeof readDay>> {
  const location = locationId(input.location)
  const date = isoDate(input.date)
  if (!location) return fail('not_found')
  if (!date) return fail('invalid', { fields: { date: SEND_A_DATE } })
  const people = seatedOn(currentBookings(), location, date).map((booking) => ({
    ...bookingRow(booking),
    seats: booking.seats,
    startTime: booking.startTime,
    endTime: booking.endTime,
    arrivedAt: null,
  }))
  return succeed({ locationId: location, date, people: people.sort(inOrderOfArrival(date)) })
}

const seatedOn = (bookings: readonly BookingRecord[], location: string, date: IsoDate): BookingRecord[] =>
  bookings.filter(
    ({ locationId, startDate, endDate, status }) =>
      locationId === location && startDate <= date && endDate >= date && holdsSeats(status),
  )

/** The figures of a period (`domain/revenue.ts`), of one location or all. */
export function stats(input: Input<typeof readStats>): Outcome<Output<typeof readStats>> {
  const wanted = input.location === undefined ? undefined : locationId(input.location)
  const [from, to] = [isoDate(input.from), isoDate(input.to)]
  if (!from || !to || to < from || lengthOf({ from, to }) > MAX_SPAN_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_SPAN_DAYS} days` } })
  currentBookings()
  const bookings = bookingList().filter(({ locationId }) => !wanted || locationId === wanted)
  const places = LOCATION_IDS.filter((id) => !wanted || id === wanted)
  const span = { from, to }
  return succeed(periodFigures(span, places, groups(bookings, span), summed(groups(bookings, spanBefore(span))), true))
}

const groups = (bookings: readonly BookingRecord[], { from, to }: Span): Group[] =>
  bookings.flatMap((booking) => {
    const day = kathmanduDate(Date.parse(booking.createdAt))
    if (day < from || day > to) return []
    return [
      {
        day,
        location: booking.locationId,
        method: bookingRow(booking).method,
        bookings: 1,
        pending: booking.status === 'pending_verification' ? 1 : 0,
        revenue: revenueOfRecord(booking),
      },
    ]
  })

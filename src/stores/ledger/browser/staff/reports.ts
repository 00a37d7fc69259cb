import { buildPeriodStats, type StatsGroup, sumTotals } from '#contract/admin/period-stats.ts'
import type { readStats } from '#contract/admin/stats.ts'
import { DAYS_AHEAD, type readDay, type readToday } from '#contract/admin/today.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { compareByArrival, holdsSeats } from '#domain/booking.ts'
import { addDays, DAY_MS, type IsoDate, kathmanduDate, listDays, parseIsoDate } from '#domain/calendar.ts'
import {
  countRangeDays,
  type DateRange,
  getComparisonDays,
  getPreviousRange,
  MAX_RANGE_DAYS,
} from '#domain/date-range.ts'
import { hoursOn, isComingSoon, isOpenAt, LOCATION_IDS, parseLocationId } from '#domain/location.ts'
import { getDaysUntilLastDay } from '#domain/membership.ts'
import { environment } from '../../../environment.ts'
import { pick } from '../../../pick.ts'
import { type BookingRecord, readBookingList } from '../booking-record.ts'
import { getBusiness } from '../business.ts'
import { countTakenSeats, readCurrentBookings, readCurrentMemberships } from '../transitions.ts'
import { getRevenue, toBookingRow } from './rows.ts'

export function reportToday(): Outcome<Output<typeof readToday>> {
  const now = environment().now()
  const date = kathmanduDate(now)
  const to = addDays(date, DAYS_AHEAD - 1)
  const bookings = readCurrentBookings()
  const open = getBusiness().catalogue.locations.filter((location) => !isComingSoon(location))
  return succeed({
    date,
    locations: open.map((location) => {
      const { id, name, capacity, available, status } = location
      const taken = countTakenSeats({ locationId: id, from: date, to }, bookings)
      return {
        locationId: id,
        name,
        seats: capacity,
        hours: { ...hoursOn(location, date), isOpen: isOpenAt(location, now) },
        available,
        status,
        arrivals: listSeatedBookings(bookings, id, date)
          .filter(({ startDate }) => startDate === date)
          .reduce((sum, { seats }) => sum + seats, 0),
        // Arrivals are not recorded here.
        arrived: 0,
        // There are no notes for the next shift here.
        handover: { body: '', version: 0, by: null, earlier: null },
        days: listDays(date, to).map((day) => ({ date: day, seats: capacity, taken: taken.get(day) ?? 0, blocked: 0 })),
      }
    }),
    waiting: countWaiting(date),
    // This edition makes no refunds.
    refunded: [],
    // The till is not counted here.
    cashUps: [],
    unreconciled: null,
    // This edition sends no email.
    email: null,
    // There are no server settings.
    missingSettings: [],
  })
}

function countWaiting(date: IsoDate): Output<typeof readToday>['waiting'] {
  const pending = readBookingList().filter(({ status }) => status === 'pending_verification')
  const [oldest = null] = pending.map(({ createdAt }) => createdAt).sort()
  return {
    verification: { count: pending.length, oldest },
    decisions: readBookingList().filter(({ status }) => status === 'needs_decision').length,
    memberships: readCurrentMemberships().filter(
      ({ status, endDate }) => getDaysUntilLastDay(status, endDate, date) !== undefined,
    ).length,
    messages: null,
    unclear: 0,
    refundsDue: 0,
    closedDayBookings: null,
  }
}

/** Guests of a day: new arrivals first, then by name. */
export function reportDay(input: Input<typeof readDay>): Outcome<Output<typeof readDay>> {
  const location = parseLocationId(input.location)
  const date = parseIsoDate(input.date)
  if (!location) return fail('not_found')
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const people = listSeatedBookings(readCurrentBookings(), location, date).map((booking) => ({
    ...toBookingRow(booking),
    ...pick(booking, ['seats', 'startTime', 'endTime']),
    arrivedAt: null,
    arrivedSeats: 0,
  }))
  return succeed({ locationId: location, date, people: people.sort(compareByArrival(date)) })
}

const listSeatedBookings = (bookings: readonly BookingRecord[], location: string, date: IsoDate): BookingRecord[] =>
  bookings.filter(
    ({ locationId, startDate, endDate, status }) =>
      locationId === location && startDate <= date && endDate >= date && holdsSeats(status),
  )

/** Stats of a period (`domain/revenue.ts`), for one location or all. */
export function reportStats(input: Input<typeof readStats>): Outcome<Output<typeof readStats>> {
  const requested = input.location === undefined ? undefined : parseLocationId(input.location)
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  if (!from || !to || to < from || countRangeDays({ from, to }) > MAX_RANGE_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_RANGE_DAYS} days` } })
  readCurrentBookings()
  const bookings = readBookingList().filter(({ locationId }) => !requested || locationId === requested)
  const locations = LOCATION_IDS.filter((id) => !requested || id === requested)
  const period = { from, to }
  return succeed({
    ...buildPeriodStats(
      period,
      locations,
      groupBookings(bookings, period),
      sumTotals(groupBookings(listUntilThisTime(bookings, period), getPreviousRange(period))),
      true,
    ),
    // This edition has no rooms to book.
    rooms: [],
  })
}

/** Of the day that today is compared with, only bookings until this time. */
function listUntilThisTime(bookings: readonly BookingRecord[], period: DateRange): readonly BookingRecord[] {
  const now = environment().now()
  if (period.to !== kathmanduDate(now)) return bookings
  const until = now - getComparisonDays(period) * DAY_MS
  const { to } = getPreviousRange(period)
  return bookings.filter(
    ({ createdAt }) => kathmanduDate(Date.parse(createdAt)) !== to || Date.parse(createdAt) <= until,
  )
}

const groupBookings = (bookings: readonly BookingRecord[], { from, to }: DateRange): StatsGroup[] =>
  bookings
    .map((booking) => ({
      day: kathmanduDate(Date.parse(booking.createdAt)),
      location: booking.locationId,
      method: toBookingRow(booking).method,
      bookings: 1,
      seats: booking.seats,
      pending: booking.status === 'pending_verification' ? 1 : 0,
      revenue: getRevenue(booking),
    }))
    .filter(({ day }) => day >= from && day <= to)

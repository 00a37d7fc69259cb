import { formatInstant, formatLongDate } from '#domain/calendar.ts'
import { formatClosedDays, formatOtherHoursDays } from '#domain/closed-days.ts'
import { type Closure, findClosedReason } from '#domain/closure.ts'
import { listClosures } from '#domain/closure-ranges.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import { formatStreetAddress, hoursOn } from '#domain/location.ts'
import { formatHoursOfRange } from '#domain/opening-hours.ts'
import { isDayPass } from '#domain/plan.ts'
import { getCatalogue } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'
import type { EmailBooking } from './email-booking.ts'

type Fact = readonly [label: string, value: string]

const findLocation = ({ location_id }: Booking) => getCatalogue().locations.find(({ id }) => id === location_id)

/** The days of a booking with their weekdays and hours, closed days, days with other hours, and rooms. */
export function dateFacts(booking: EmailBooking): Fact[] {
  const { start_date, end_date, start_time, end_time, rooms = [] } = booking
  const closures = listClosures(booking, { from: start_date, to: end_date })
  const closed = formatClosedDays(closures.filter(({ hours }) => hours === null))
  return [
    ...(start_date === end_date
      ? ([['Date', formatLongDate(start_date)]] as const)
      : ([
          ['First day', formatLongDate(start_date)],
          ['Last day', formatLongDate(end_date)],
        ] as const)),
    ...hourFacts(booking, closures),
    ...(closed ? [['Closed', closed] as const] : []),
    ...(start_time ? [['Working hours', `${start_time}–${end_time}`] as const] : []),
    ...(rooms.length > 0 ? [[rooms.length === 1 ? 'Room' : 'Rooms', rooms.join('; ')] as const] : []),
  ]
}

/** A day pass has the hours of its day, and none if that is closed; a longer plan those of a usual week, then others. */
function hourFacts(booking: EmailBooking, closures: readonly Closure[]): Fact[] {
  const { plan_id, start_date, end_date } = booking
  const location = findLocation(booking)
  if (!location || findClosedDayPassReason(booking) !== undefined) return []
  if (isDayPass(plan_id)) {
    const hours = { openingHours: location.openingHours, closures }
    return [['Open', formatHoursOfRange(start_date, end_date, (date) => dayPassHours(hours, date))]]
  }
  const others = formatOtherHoursDays(closures)
  return [
    ['Open', formatHoursOfRange(start_date, end_date, (date) => hoursOn(location, date))],
    ...(others ? [['Other hours', others] as const] : []),
  ]
}

/** Why the day of a day pass is closed; undefined for other plans and open days. */
export const findClosedDayPassReason = (booking: EmailBooking): string | undefined =>
  isDayPass(booking.plan_id) ? findClosedReason(booking, booking.start_date) : undefined

/** Empty for one seat. */
export const seatFacts = ({ seats }: Booking): Fact[] => (seats > 1 ? [['Seats per day', `${seats}`]] : [])

/** How to get to the location of a booking. */
export function directionFacts(booking: Booking): Fact[] {
  const location = findLocation(booking)
  if (!location) return []
  return [
    ['Address', formatStreetAddress(location)],
    ...(location.doorNote ? [['How to get in', location.doorNote] as const] : []),
    ['Phone', location.contact.phone],
  ]
}

export const findMapUrl = (booking: Booking): string | undefined => findLocation(booking)?.googleMapsUrl

/** What the customer of a day pass on a closed day can do. */
export const describeClosedDayPass = (reason: string): string =>
  `We are closed on this day (${reason}). On the page of your booking you can move it for free, or cancel it and get everything back.`

/** `freeUntil` is the last instant of a full refund. Both are milliseconds. */
export const describeCancellation = (freeUntil: number, now: number): string =>
  now <= freeUntil
    ? `If you cannot come, cancel on the page of your booking before ${formatInstant(freeUntil)} (Kathmandu time), and we refund everything that you paid.`
    : `If you cannot come, cancel on the page of your booking, so that others can use your seat. Free cancellation ended on ${formatInstant(freeUntil)} (Kathmandu time), so a cancellation is not refunded.`

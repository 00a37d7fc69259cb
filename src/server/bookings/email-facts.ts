import { formatInstant, formatLongDate } from '#domain/calendar.ts'
import { dayPassHours } from '#domain/day-pass.ts'
import { hoursOn } from '#domain/location.ts'
import { formatHoursOfRange } from '#domain/opening-hours.ts'
import { isDayPass } from '#domain/plan.ts'
import { getCatalogue } from '../catalogue.ts'
import type { Booking } from '../db/schema.ts'

type Fact = readonly [label: string, value: string]

const findLocation = ({ location_id }: Booking) => getCatalogue().locations.find(({ id }) => id === location_id)

/** The days of a booking with their weekdays and hours. */
export function dateFacts(booking: Booking): Fact[] {
  const { plan_id, start_date, end_date, start_time, end_time } = booking
  const location = findLocation(booking)
  const hours = isDayPass(plan_id) ? dayPassHours : hoursOn
  return [
    ...(start_date === end_date
      ? ([['Date', formatLongDate(start_date)]] as const)
      : ([
          ['First day', formatLongDate(start_date)],
          ['Last day', formatLongDate(end_date)],
        ] as const)),
    ...(location ? [['Open', formatHoursOfRange(start_date, end_date, (date) => hours(location, date))] as const] : []),
    ...(start_time ? [['Working hours', `${start_time}–${end_time}`] as const] : []),
  ]
}

/** How to get to the location of a booking. */
export function directionFacts(booking: Booking): Fact[] {
  const location = findLocation(booking)
  if (!location) return []
  return [
    ['Address', location.fullAddress],
    ...(location.doorNote ? [['How to get in', location.doorNote] as const] : []),
    ['Phone', location.contact.phone],
  ]
}

export const findMapUrl = (booking: Booking): string | undefined => findLocation(booking)?.googleMapsUrl

/** `freeUntil` is the last instant of a full refund. Both are milliseconds. */
export const describeCancellation = (freeUntil: number, now: number): string =>
  now <= freeUntil
    ? `If you cannot come, cancel on the page of your booking before ${formatInstant(freeUntil)} (Kathmandu time), and we refund everything that you paid.`
    : `If you cannot come, cancel on the page of your booking, so that others can use your seat. Free cancellation ended on ${formatInstant(freeUntil)} (Kathmandu time), so a cancellation is not refunded.`

import { type ClockTime, type IsoDate, kathmanduInstant } from './calendar.ts'
import type { DateRange } from './date-range.ts'
import { dayPassHours } from './day-pass.ts'
import type { BookableLocation, LocationHours } from './location.ts'
import { isDayPass, type PlanId } from './plan.ts'
import { TOUR_MINUTES } from './tour.ts'

/** An entry of a calendar. Instants are milliseconds. */
export interface CalendarEvent {
  /** Reference of the booking or tour. */
  id: string
  title: string
  /** Name and address of the location. */
  place: string
  /** Rises with each change. */
  sequence: number
  changedAt: number
  /** Hours of one day, or whole days. */
  time: { start: number; end: number } | DateRange
}

interface EventPlace extends Pick<BookableLocation, 'name'> {
  fullAddress: string
}

type EventLocation = EventPlace & LocationHours

interface BookingEvent {
  bookingId: string
  planId: PlanId
  startDate: IsoDate
  endDate: IsoDate
  sequence: number
  changedAt: number
}

/** A day pass has hours, a longer plan whole days. */
export const toCalendarEvent = (
  { bookingId, planId, startDate, endDate, sequence, changedAt }: BookingEvent,
  location: EventLocation,
): CalendarEvent => ({
  id: bookingId,
  title: `Coworking at ${location.name}`,
  place: formatPlace(location),
  sequence,
  changedAt,
  time: isDayPass(planId) ? getDayPassTime(location, startDate) : { from: startDate, to: endDate },
})

function getDayPassTime(location: EventLocation, date: IsoDate) {
  const { open, close } = dayPassHours(location, date)
  return { start: kathmanduInstant(date, open), end: kathmanduInstant(date, close) }
}

interface TourEvent {
  tourId: string
  date: IsoDate
  time: ClockTime
  sequence: number
  changedAt: number
}

export function toTourEvent(
  { tourId, date, time, sequence, changedAt }: TourEvent,
  location: EventPlace,
): CalendarEvent {
  const start = kathmanduInstant(date, time)
  return {
    id: tourId,
    title: `Tour of ${location.name}`,
    place: formatPlace(location),
    sequence,
    changedAt,
    time: { start, end: start + TOUR_MINUTES * 60_000 },
  }
}

const formatPlace = ({ name, fullAddress }: EventPlace): string => `${name}, ${fullAddress}`

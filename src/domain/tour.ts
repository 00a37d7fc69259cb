import { toReference } from './booking.ts'
import { addDays, type ClockTime, type IsoDate, kathmanduDate, kathmanduInstant } from './calendar.ts'
import { findClosedReason } from './closure.ts'
import { hoursOn, type LocationHours, type LocationId, listTimes } from './location.ts'

/** Tours that start at the same time at one location. */
export const TOURS_PER_SLOT = 2
export const TOUR_MINUTES = 30
/** Minutes between booking a tour and its start. */
const TOUR_LEAD_MINUTES = 60
export const MAX_TOUR_DAYS_AHEAD = 30
/** By the visitor; staff move it as often as needed. */
export const MAX_TOUR_MOVES = 3
/** After the day of the tour. */
export const TOUR_RETENTION_DAYS = 30

/** What staff recorded of a tour that took place or not. */
export const TOUR_OUTCOMES = ['came', 'missed'] as const
export const TOUR_LABELS = {
  booked: 'Booked',
  came: 'Came',
  missed: 'Did not come',
  cancelled: 'Cancelled',
} as const satisfies Record<string, string>
export type TourState = keyof typeof TOUR_LABELS
export const TOUR_STATES = Object.keys(TOUR_LABELS) as TourState[]

interface BookedTour {
  state: TourState
  date: IsoDate
  time: ClockTime
}

/** The visitor and staff can move or cancel it until it starts. */
export const canChangeTour = ({ state, date, time }: BookedTour, now: number): boolean =>
  state === 'booked' && now < kathmanduInstant(date, time)

/** From its start on. */
export const canRecordTourOutcome = ({ state, date, time }: BookedTour, now: number): boolean =>
  state !== 'cancelled' && now >= kathmanduInstant(date, time)

/** The times at which a location offers tours: the first start and the last end. */
interface Tours {
  hours: { from: ClockTime; to: ClockTime }
}

export interface TourLocation extends LocationHours {
  id: LocationId
  tours?: Tours | undefined
}

/** The start times of tours that can still be booked for a day, also those that are full. */
export function listTourSlots(
  { tours, ...location }: Omit<TourLocation, 'id'>,
  date: IsoDate,
  now: number,
): ClockTime[] {
  if (!tours || date > addDays(kathmanduDate(now), MAX_TOUR_DAYS_AHEAD)) return []
  if (findClosedReason(location, date) !== undefined) return []
  const { open, close } = hoursOn(location, date)
  const earliest = Math.max(kathmanduInstant(date, open), now + TOUR_LEAD_MINUTES * 60_000)
  const latest = kathmanduInstant(date, close) - TOUR_MINUTES * 60_000
  return listTimes(tours.hours.from, tours.hours.to)
    .slice(0, -1)
    .filter((time) => isBetween(kathmanduInstant(date, time), earliest, latest))
}

/** Whether a tour starts and ends while its location is open on that day. */
export function isWithinHours(location: LocationHours, { date, time }: Pick<BookedTour, 'date' | 'time'>): boolean {
  if (findClosedReason(location, date) !== undefined) return false
  const { open, close } = hoursOn(location, date)
  const start = kathmanduInstant(date, time)
  return isBetween(start, kathmanduInstant(date, open), kathmanduInstant(date, close) - TOUR_MINUTES * 60_000)
}

const isBetween = (instant: number, first: number, last: number): boolean => instant >= first && instant <= last

export const tourReference = (instant: number, random: ArrayLike<number>): string => toReference('TR', instant, random)

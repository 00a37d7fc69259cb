import { type ClockTime, daysBetween, type IsoDate, kathmanduDate, kathmanduTime } from './calendar.ts'
import { closingInstant, type LocationHours } from './location.ts'

/** An offer holds a seat until it is booked (`taken`), or until it ends or the visitor leaves (`expired`). */
export type SeatOfferState = 'open' | 'taken' | 'expired'

export const OFFER_HOURS = 12
/** From the day before on. */
export const LATE_OFFER_HOURS = 2
const HOUR_MS = 3_600_000

/** In Kathmandu. */
const EARLIEST_OFFER_TIME = '07:00' as ClockTime
const LATEST_OFFER_TIME = '21:00' as ClockTime

/** When an offer made at `now` ends (milliseconds); undefined at night and after the sales of its day. */
export function getOfferEnd(
  day: IsoDate,
  location: LocationHours,
  now: number,
  cutoffMinutes: number,
): number | undefined {
  const time = kathmanduTime(now)
  if (time < EARLIEST_OFFER_TIME || time >= LATEST_OFFER_TIME) return undefined
  const hours = daysBetween(kathmanduDate(now), day) <= 1 ? LATE_OFFER_HOURS : OFFER_HOURS
  const end = Math.min(now + hours * HOUR_MS, closingInstant(location, day) - cutoffMinutes * 60_000)
  return end > now ? end : undefined
}

/** How many seats of a day offers hold at most: a tenth, and at least one. */
export const countOfferSeats = (seats: number): number => Math.max(1, Math.floor(seats / 10))

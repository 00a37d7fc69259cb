import type { ClockTime, IsoDate } from './calendar.ts'
import type { DateRange } from './date-range.ts'

/** Days on which a location is closed, or open at other hours. See docs/rules.md#closed-days. */
export interface Closure extends DateRange {
  /** Shown to visitors. */
  reason: string
  /** `null` on closed days. */
  hours: { open: ClockTime; close: ClockTime } | null
}

/** An entry of the managers' list. */
export interface ListedClosure extends Closure {
  id: string
  /** `null` for every location. */
  locationId: string | null
}

/** The closures of a location; the first one that covers a day applies. */
export interface HasClosures<Found = Closure> {
  closures?: readonly Found[] | undefined
}

export const findClosure = <Found extends Closure>(
  { closures = [] }: HasClosures<Found>,
  date: IsoDate,
): Found | undefined => closures.find(({ from, to }) => date >= from && date <= to)

/** Why a location is closed on a day; undefined if it is open. */
export function findClosedReason(location: HasClosures, date: IsoDate): string | undefined {
  const closure = findClosure(location, date)
  return closure?.hours === null ? closure.reason : undefined
}

/** Adds the closures of each location. Its own ones come before those of every location. */
export const withClosures = <Location extends { id: string }>(
  locations: readonly Location[],
  list: readonly ListedClosure[],
): (Location & { closures: ListedClosure[] })[] =>
  locations.map((location) => ({
    ...location,
    closures: [location.id, null].flatMap((id) => list.filter(({ locationId }) => locationId === id)),
  }))

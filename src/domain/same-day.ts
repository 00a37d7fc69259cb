import { addDays, type IsoDate, kathmanduDate } from './calendar.ts'
import { closingInstant, type LocationHours, type LocationId } from './location.ts'

/** Minutes before closing at which same-day sales end. */
export const SAME_DAY_CUTOFF_MINUTES = 60

/** Days on which a booking can still start: today in Kathmandu, except at locations whose sales have ended. */
export interface Sales {
  today: IsoDate
  ended: readonly LocationId[]
}

/** Sales of a day end `cutoffMinutes` before the location closes. */
export function salesAt(
  locations: readonly (LocationHours & { id: LocationId })[],
  now: number,
  cutoffMinutes: number,
): Sales {
  const today = kathmanduDate(now)
  const ended = locations.filter((location) => closingInstant(location, today) - cutoffMinutes * 60_000 <= now)
  return { today, ended: ended.map(({ id }) => id) }
}

export const earliestStart = ({ today, ended }: Sales, location: LocationId): IsoDate =>
  ended.includes(location) ? addDays(today, 1) : today

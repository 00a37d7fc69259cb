import { addDays, type IsoDate, kathmanduDate } from './calendar.ts'
import { type BookableLocation, closingInstant, type LocationId } from './location.ts'

/** How long before closing the sales for today end, in minutes. */
export const SAME_DAY_CUTOFF_MINUTES = 60

/** What can still be the first day of a booking: today in Kathmandu, except at the locations whose sales have ended. */
export interface Sales {
  today: IsoDate
  ended: readonly LocationId[]
}

/** The instant (milliseconds) at which a location stops selling a day as the first day of a booking. */
export const salesEnd = (
  location: Pick<BookableLocation, 'openingHours'>,
  date: IsoDate,
  cutoffMinutes: number,
): number => closingInstant(location, date) - cutoffMinutes * 60_000

export function salesAt(
  locations: readonly Pick<BookableLocation, 'id' | 'openingHours'>[],
  now: number,
  cutoffMinutes: number,
): Sales {
  const today = kathmanduDate(now)
  const ended = locations.filter((location) => salesEnd(location, today, cutoffMinutes) <= now)
  return { today, ended: ended.map(({ id }) => id) }
}

/** The first day that a booking at a location can start on. */
export const earliestStart = ({ today, ended }: Sales, location: LocationId): IsoDate =>
  ended.includes(location) ? addDays(today, 1) : today

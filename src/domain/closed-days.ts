import { addDays, formatRange, type IsoDate } from './calendar.ts'
import { type Closure, findClosedReason, type HasClosures } from './closure.ts'
import type { DateRange } from './date-range.ts'

/** Consecutive days on which a location is closed for one reason. */
export interface ClosedDays extends DateRange {
  reason: string
}

/** `8 Nov 2026 (Tihar), 17 Oct – 23 Oct 2027 (Dashain)`. */
export const formatClosedDays = (days: readonly ClosedDays[]): string =>
  days.map(({ from, to, reason }) => `${formatRange(from, to)} (${reason})`).join(', ')

/** The days with other hours among closures: `2 Dec 2026 10:00–16:00 (Short day)`. */
export const formatOtherHoursDays = (closures: readonly Closure[]): string =>
  closures
    .flatMap(({ from, to, reason, hours }) =>
      hours ? [`${formatRange(from, to)} ${hours.open}–${hours.close} (${reason})`] : [],
    )
    .join(', ')

/** The first day from `date` on that is not closed. */
export function findNextOpenDay(location: HasClosures, date: IsoDate): IsoDate {
  let day = date
  while (findClosedReason(location, day) !== undefined) day = addDays(day, 1)
  return day
}

/** Why a location is closed on a day, and when it opens again; empty if it is open. */
export function findClosedDay(location: HasClosures, date: IsoDate): { closed?: string; nextOpenDay?: IsoDate } {
  const closed = findClosedReason(location, date)
  return closed === undefined ? {} : { closed, nextOpenDay: findNextOpenDay(location, date) }
}

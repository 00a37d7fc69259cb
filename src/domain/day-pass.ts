import type { ClockTime, IsoDate } from './calendar.ts'
import { type BookableLocation, hoursOn } from './location.ts'

/** Spec §5: access is valid for the chosen date from 6:00 AM to 10:00 PM. */
export const DAY_PASS_HOURS = { open: '06:00' as ClockTime, close: '22:00' as ClockTime }

/** The hours of a day pass: those of spec §5 where the location is open then, else its own of that day (decisions 20). */
export function dayPassHours(location: Pick<BookableLocation, 'openingHours'>, date: IsoDate): typeof DAY_PASS_HOURS {
  const own = hoursOn(location, date)
  return own.open <= DAY_PASS_HOURS.open && own.close >= DAY_PASS_HOURS.close ? DAY_PASS_HOURS : own
}

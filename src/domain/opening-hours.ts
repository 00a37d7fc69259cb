import { type ClockTime, WEEKDAYS, type Weekday } from './calendar.ts'
import type { OpeningHours } from './location.ts'

export interface OpeningHoursGroup {
  days: string
  open: ClockTime
  close: ClockTime
}

const FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), ...WEEKDAYS.slice(0, 1)]
const shortenWeekday = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1, 3)

/** Groups consecutive days with equal hours, Monday first: `Daily`, `Mon–Fri`, `Weekends`. */
export function groupOpeningHours(hours: OpeningHours): OpeningHoursGroup[] {
  const runs: { first: Weekday; last: Weekday; open: ClockTime; close: ClockTime }[] = []
  for (const day of FROM_MONDAY) {
    const { open, close } = hours[day]
    const run = runs.at(-1)
    if (run && run.open === open && run.close === close) run.last = day
    else runs.push({ first: day, last: day, open, close })
  }
  return runs.map(({ first, last, open, close }) => ({ days: formatWeekdayRange(first, last), open, close }))
}

/** Returns `Mon–Fri 06:00–22:00, Weekends 08:00–20:00`. */
export const formatWeeklyHours = (hours: OpeningHours): string =>
  groupOpeningHours(hours)
    .map(({ days, open, close }) => `${days} ${open}–${close}`)
    .join(', ')

function formatWeekdayRange(first: Weekday, last: Weekday): string {
  if (first === last) return shortenWeekday(first)
  if (first === 'monday' && last === 'sunday') return 'Daily'
  return first === 'saturday' ? 'Weekends' : `${shortenWeekday(first)}–${shortenWeekday(last)}`
}

import { type ClockTime, WEEKDAYS, type Weekday } from './calendar.ts'
import type { OpeningHours } from './location.ts'

export interface DaysAlike {
  days: string
  open: ClockTime
  close: ClockTime
}

const FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), ...WEEKDAYS.slice(0, 1)]
const short = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1, 3)

/** A week from Monday on, days that follow each other with the same hours taken together: `Daily`, `Mon–Fri`, `Weekends`. */
export function weekHours(hours: OpeningHours): DaysAlike[] {
  const runs: { first: Weekday; last: Weekday; open: ClockTime; close: ClockTime }[] = []
  for (const day of FROM_MONDAY) {
    const { open, close } = hours[day]
    const run = runs.at(-1)
    if (run && run.open === open && run.close === close) run.last = day
    else runs.push({ first: day, last: day, open, close })
  }
  return runs.map(({ first, last, open, close }) => ({ days: daysFrom(first, last), open, close }))
}

/** The same in one line: `Mon–Fri 06:00–22:00, Weekends 08:00–20:00`. */
export const hoursLine = (hours: OpeningHours): string =>
  weekHours(hours)
    .map(({ days, open, close }) => `${days} ${open}–${close}`)
    .join(', ')

function daysFrom(first: Weekday, last: Weekday): string {
  if (first === last) return short(first)
  if (first === 'monday' && last === 'sunday') return 'Daily'
  return first === 'saturday' ? 'Weekends' : `${short(first)}–${short(last)}`
}

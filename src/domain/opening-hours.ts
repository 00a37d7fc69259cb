import {
  addDays,
  type ClockTime,
  daysBetween,
  type IsoDate,
  listDays,
  WEEKDAYS,
  type Weekday,
  weekday,
} from './calendar.ts'
import type { OpeningHours } from './location.ts'

interface Hours {
  open: ClockTime
  close: ClockTime
}

export interface OpeningHoursGroup extends Hours {
  days: string
}

const FROM_MONDAY: readonly Weekday[] = [...WEEKDAYS.slice(1), ...WEEKDAYS.slice(0, 1)]
const shortenWeekday = (day: Weekday) => day.charAt(0).toUpperCase() + day.slice(1, 3)

/** Groups consecutive days with equal hours, Monday first: `Daily`, `Mon–Fri`, `Sat–Sun`. */
export const groupOpeningHours = (hours: OpeningHours): OpeningHoursGroup[] =>
  groupDays(FROM_MONDAY.map((day) => ({ day, ...hours[day] })))

/** Groups the days of a range likewise, in their order; a week or more repeats its weekly hours from Monday. */
export function groupHoursOfRange(from: IsoDate, to: IsoDate, hoursOn: (date: IsoDate) => Hours): OpeningHoursGroup[] {
  const isWeek = daysBetween(from, to) >= 6
  const firstMonday = addDays(from, (8 - WEEKDAYS.indexOf(weekday(from))) % 7)
  const dates = isWeek ? listDays(firstMonday, addDays(firstMonday, 6)) : listDays(from, to)
  return groupDays(dates.map((date) => ({ day: weekday(date), ...hoursOn(date) })))
}

function groupDays(days: readonly (Hours & { day: Weekday })[]): OpeningHoursGroup[] {
  const runs: { first: Weekday; last: Weekday; open: ClockTime; close: ClockTime }[] = []
  for (const { day, open, close } of days) {
    const run = runs.at(-1)
    if (run && run.open === open && run.close === close) run.last = day
    else runs.push({ first: day, last: day, open, close })
  }
  return runs.map(({ first, last, open, close }) => ({ days: formatWeekdayRange(first, last), open, close }))
}

/** Returns `Mon–Fri 06:00–22:00, Sat–Sun 08:00–20:00`. */
export const formatWeeklyHours = (hours: OpeningHours): string => formatGroups(groupOpeningHours(hours))

/** Returns `Thu–Fri 06:00–22:00`. */
export const formatHoursOfRange = (from: IsoDate, to: IsoDate, hoursOn: (date: IsoDate) => Hours): string =>
  formatGroups(groupHoursOfRange(from, to, hoursOn))

const formatGroups = (groups: readonly OpeningHoursGroup[]): string =>
  groups.map(({ days, open, close }) => `${days} ${open}–${close}`).join(', ')

function formatWeekdayRange(first: Weekday, last: Weekday): string {
  if (first === last) return shortenWeekday(first)
  if (first === 'monday' && last === 'sunday') return 'Daily'
  return `${shortenWeekday(first)}–${shortenWeekday(last)}`
}

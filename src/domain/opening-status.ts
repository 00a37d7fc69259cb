import type { ClockTime } from './calendar.ts'

interface OpeningStatus {
  /** Days after Sunday. */
  today: number
  label: string
  until: number
}

/** Seven days, Sunday first. */
type WeeklyHours = readonly { open: ClockTime; close: ClockTime }[]

/**
 * Repeats calendar.ts, because importing it would add all of it to the scripts of text pages; a test compares the two.
 * Kathmandu is UTC+5:45, and 1 January 1970 was a Thursday.
 */
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const KATHMANDU_OFFSET = 345 * MINUTE
const FIRST_WEEKDAY = 4

export function getOpeningStatus(week: WeeklyHours, instant: number): OpeningStatus {
  const day = Math.floor((instant + KATHMANDU_OFFSET) / DAY)
  const midnight = day * DAY - KATHMANDU_OFFSET
  const today = (day + FIRST_WEEKDAY) % 7
  const hours = (weekday: number) => week[weekday % 7] as WeeklyHours[number]
  const at = (time: ClockTime) => midnight + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE

  const { open, close } = hours(today)
  if (instant < at(open)) return { today, label: `Closed, opens at ${open}`, until: at(open) }
  if (instant < at(close)) return { today, label: `Open now, until ${close}`, until: at(close) }
  return { today, label: `Closed, opens tomorrow at ${hours(today + 1).open}`, until: midnight + DAY }
}

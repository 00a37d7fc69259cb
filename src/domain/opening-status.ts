import type { ClockTime } from './calendar.ts'

/** What stands on the door: which day's hours hold, whether it is open, and the instant at which that changes. */
export interface OpeningStatus {
  /** Days after Sunday. */
  today: number
  words: string
  until: number
}

/** Seven days, from Sunday on. */
export type WeeklyHours = readonly { open: ClockTime; close: ClockTime }[]

/**
 * Kathmandu is 5:45 ahead; the first of January 1970 was a Thursday. Said again here because pages of text carry this
 * file to browsers, and an import would take all of calendar.ts along; the test holds the two together.
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
  if (instant < at(open)) return { today, words: `Closed, opens at ${open}`, until: at(open) }
  if (instant < at(close)) return { today, words: `Open now, until ${close}`, until: at(close) }
  return { today, words: `Closed, opens tomorrow at ${hours(today + 1).open}`, until: midnight + DAY }
}

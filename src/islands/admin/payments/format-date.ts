import { formatDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { now } from '#stores/clock.ts'

/** `3 Dec, 14:31`: Kathmandu's date and time; another year's with the year. */
export function formatTimestamp(instant: string): string {
  const at = Date.parse(instant)
  const date = kathmanduDate(at)
  const thisYear = kathmanduDate(now()).slice(0, 4) === date.slice(0, 4)
  return `${formatDate(date, !thisYear)}, ${kathmanduTime(at)}`
}

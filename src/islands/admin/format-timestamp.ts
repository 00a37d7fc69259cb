import { formatDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { now } from '#stores/clock.ts'

/** The time in Kathmandu, such as `3 Dec, 14:31`; the year is added if it is not the current one. */
export function formatTimestamp(instant: string): string {
  const at = Date.parse(instant)
  const date = kathmanduDate(at)
  const thisYear = kathmanduDate(now()).slice(0, 4) === date.slice(0, 4)
  return `${formatDate(date, !thisYear)}, ${kathmanduTime(at)}`
}

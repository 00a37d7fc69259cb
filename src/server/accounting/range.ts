import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { countRangeDays, type DateRange, MAX_RANGE_DAYS } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import type { Workplaces } from '#domain/staff.ts'

/** The locations of a table or report. */
export interface Scope {
  workplaces: Workplaces
  /** Undefined is all of them. */
  location: LocationId | undefined
}

/** Parses the days of a table or report, both inclusive. */
export function parseRange(input: { from: string; to: string }): Outcome<DateRange> {
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  if (!from) return fail('invalid', { fields: { from: INVALID_DATE } })
  if (!to || to < from || countRangeDays({ from, to }) > MAX_RANGE_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_RANGE_DAYS} days` } })
  return succeed({ from, to })
}

import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import type { AuditAction } from '#domain/audit.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { countRangeDays, type DateRange, MAX_RANGE_DAYS } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { TableExport } from '../audit/export-table.ts'
import type { Queries } from '../db/database.ts'
import type { Table } from '../exports/table.ts'
import type { Staff } from '../staff/sessions.ts'

/** The locations of a table or report. */
export interface Scope {
  workplaces: Workplaces
  /** Undefined is all of them. */
  location: LocationId | undefined
}

/** A table of some days and locations. */
interface RangeExport extends TableExport<RangeFilter, Staff> {
  build(db: Queries, range: DateRange, scope: Scope): Table
}
interface RangeFilter {
  from: string
  to: string
  location?: LocationId | undefined
}

export const createRangeExport = (action: AuditAction, build: RangeExport['build']): RangeExport => ({
  action,
  build,
  open: (app, { workplaces }, { location, ...days }) => {
    const range = parseRange(days)
    return range.ok ? succeed(build(app.db.read, range.value, { workplaces, location })) : range
  },
})

/** Parses the days of a table or report, both inclusive. */
export function parseRange(input: { from: string; to: string }): Outcome<DateRange> {
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  if (!from) return fail('invalid', { fields: { from: INVALID_DATE } })
  if (!to || to < from || countRangeDays({ from, to }) > MAX_RANGE_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_RANGE_DAYS} days` } })
  return succeed({ from, to })
}

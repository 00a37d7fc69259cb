import { sql } from 'kysely'
import { buildPeriodStats, type StatsGroup, type StatsTotals, ZERO_TOTALS } from '#contract/admin/period-stats.ts'
import type { readStats } from '#contract/admin/stats.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { isoDate } from '#domain/calendar.ts'
import { countRangeDays, type DateRange, getPreviousRange, MAX_RANGE_DAYS } from '#domain/date-range.ts'
import { LOCATION_IDS, type LocationId, locationId } from '#domain/location.ts'
import { hasRoleAtLeast, isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

type Stats = Output<typeof readStats>
type StatsReader = Pick<Staff, 'role' | 'workplaces'>

/** Returns the stats of a period, from one index only. Amounts are `null` for the front desk. */
export async function computeStats(
  app: App,
  staff: StatsReader,
  input: Input<typeof readStats>,
): Promise<Outcome<Stats>> {
  const wanted = input.location === undefined ? undefined : locationId(input.location)
  const [from, to] = [isoDate(input.from), isoDate(input.to)]
  if (input.location !== undefined && !(wanted && isAssignedTo(staff.workplaces, wanted)))
    return fail('invalid', { fields: { location: 'Send the id of one of our locations' } })
  if (!from) return fail('invalid', { fields: { from: INVALID_DATE } })
  if (!to || to < from || countRangeDays({ from, to }) > MAX_RANGE_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_RANGE_DAYS} days` } })
  const places = LOCATION_IDS.filter((id) => isAssignedTo(staff.workplaces, id) && (!wanted || id === wanted))
  const seesMoney = hasRoleAtLeast(staff.role, 'manager')
  const span = { from, to }
  const before = getPreviousRange(span)
  const [groups, earlier] = [await readGroups(app.db.read, span, places), await readTotal(app.db.read, before, places)]
  return succeed(buildPeriodStats(span, places, groups, earlier, seesMoney))
}

/** `domain/revenue.ts` in the words of the database. */
const SUMS = sql<StatsTotals>`
  count(*) as bookings,
  sum(case when state = 'pending_verification' then 1 else 0 end) as pending,
  sum(case when state = 'confirmed' then kept else 0 end) as revenue`

function whereInSpan({ from, to }: DateRange, places: readonly LocationId[]) {
  const within = sql`placed_on >= ${from} and placed_on <= ${to}`
  return places.length === LOCATION_IDS.length ? within : sql`${within} and ${isWithinWorkplaces(places)}`
}

async function readGroups(db: Queries, span: DateRange, places: readonly LocationId[]): Promise<StatsGroup[]> {
  const { rows } = await sql<StatsGroup>`
    select placed_on as day, location_id as location, method, ${SUMS}
    from bookings
    where ${whereInSpan(span, places)}
    group by placed_on, location_id, method`.execute(db)
  return rows.map((row) => ({ ...row, ...toNumbers(row) }))
}

async function readTotal(db: Queries, span: DateRange, places: readonly LocationId[]): Promise<StatsTotals> {
  const { rows } = await sql<StatsTotals>`select ${SUMS} from bookings where ${whereInSpan(span, places)}`.execute(db)
  return toNumbers(rows[0] ?? ZERO_TOTALS)
}

/** PostgreSQL adds whole numbers up to text; of no rows the sums are null. */
const toNumbers = ({ bookings, pending, revenue }: StatsTotals): StatsTotals => ({
  bookings: Number(bookings),
  pending: Number(pending ?? 0),
  revenue: Number(revenue ?? 0),
})

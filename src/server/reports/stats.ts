import { type RawBuilder, sql } from 'kysely'
import {
  buildPeriodStats,
  type StatsGroup,
  type StatsTotals,
  sumTotals,
  ZERO_TOTALS,
} from '#contract/admin/period-stats.ts'
import type { readStats } from '#contract/admin/stats.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { addDays, DAY_MS, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import {
  countRangeDays,
  type DateRange,
  getChartRange,
  getComparisonDays,
  getPreviousRange,
  MAX_RANGE_DAYS,
} from '#domain/date-range.ts'
import { LOCATION_IDS, type LocationId, parseLocationId } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { hasRoleAtLeast, isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { readRoomUse } from './room-use.ts'

/** Amounts are `null` for the front desk. */
export async function computeStats(
  app: App,
  staff: Pick<Staff, 'role' | 'workplaces'>,
  input: Input<typeof readStats>,
): Result<typeof readStats> {
  const location = input.location === undefined ? undefined : parseLocationId(input.location)
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  if (input.location !== undefined && !(location && isAssignedTo(staff.workplaces, location)))
    return fail('invalid', { fields: { location: 'Send the id of one of our locations' } })
  if (!from) return fail('invalid', { fields: { from: INVALID_DATE } })
  if (!to || to < from || countRangeDays({ from, to }) > MAX_RANGE_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_RANGE_DAYS} days` } })
  const locationIds = LOCATION_IDS.filter((id) => isAssignedTo(staff.workplaces, id) && (!location || id === location))
  const canSeeRevenue = hasRoleAtLeast(staff.role, 'manager')
  const range = { from, to }
  const [groups, previousTotals] = [
    await readGroups(app.db.read, range, locationIds),
    await readPreviousTotals(app, range, locationIds),
  ]
  return succeed({
    ...buildPeriodStats(range, locationIds, groups, previousTotals, canSeeRevenue),
    rooms: await readRoomUse(app, getChartRange(range, await readFirstDay(app.db.read, locationIds)), locationIds),
  })
}

/** Must match `domain/revenue.ts`. */
const SUMS = sql<StatsTotals>`
  count(*) as bookings,
  sum(seats) as seats,
  sum(case when state = 'pending_verification' then 1 else 0 end) as pending,
  sum(case when state = 'confirmed' then net_received else 0 end) as revenue`

function isInRange({ from, to }: DateRange, locationIds: readonly LocationId[]) {
  const within = sql`placed_on >= ${from} and placed_on <= ${to}`
  return locationIds.length === LOCATION_IDS.length ? within : sql`${within} and ${isWithinWorkplaces(locationIds)}`
}

async function readGroups(db: Queries, range: DateRange, locationIds: readonly LocationId[]): Promise<StatsGroup[]> {
  const { rows } = await sql<StatsGroup>`
    select placed_on as day, location_id as location, method, ${SUMS}
    from bookings
    where ${isInRange(range, locationIds)}
    group by placed_on, location_id, method`.execute(db)
  return rows.map((row) => ({ ...row, ...toNumbers(row) }))
}

/** When the first booking was placed. */
async function readFirstDay(db: Queries, locationIds: readonly LocationId[]): Promise<IsoDate | undefined> {
  const first = await db
    .selectFrom('bookings')
    .select('placed_on')
    .where(isWithinWorkplaces(locationIds))
    .orderBy('placed_on')
    .limit(1)
    .executeTakeFirst()
  return first?.placed_on
}

/** A range that ends today is compared with bookings until the same time of its last day. */
async function readPreviousTotals(app: App, range: DateRange, locationIds: readonly LocationId[]) {
  const db = app.db.read
  const previous = getPreviousRange(range)
  if (range.to !== kathmanduDate(app.now())) return readTotals(db, isInRange(previous, locationIds))
  const lastDay = { from: previous.to, to: previous.to }
  const until = instant(app.now() - getComparisonDays(range) * DAY_MS)
  return sumTotals([
    await readTotals(db, isInRange({ ...previous, to: addDays(previous.to, -1) }, locationIds)),
    await readTotals(db, sql`${isInRange(lastDay, locationIds)} and created_at <= ${until}`),
  ])
}

async function readTotals(db: Queries, condition: RawBuilder<unknown>): Promise<StatsTotals> {
  const { rows } = await sql<StatsTotals>`select ${SUMS} from bookings where ${condition}`.execute(db)
  return toNumbers(rows[0] ?? ZERO_TOTALS)
}

/** PostgreSQL returns sums as text, and null for no rows. */
const toNumbers = ({ bookings, seats, pending, revenue }: StatsTotals): StatsTotals => ({
  bookings: Number(bookings),
  seats: Number(seats ?? 0),
  pending: Number(pending ?? 0),
  revenue: paisa(Number(revenue ?? 0)),
})

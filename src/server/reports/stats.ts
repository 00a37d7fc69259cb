import { sql } from 'kysely'
import { type Group, NOTHING, periodFigures, type Sums } from '#contract/admin/period-figures.ts'
import type { readStats } from '#contract/admin/stats.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { SEND_A_DATE } from '#contract/sentences.ts'
import { isoDate } from '#domain/calendar.ts'
import { LOCATION_IDS, type LocationId, locationId } from '#domain/location.ts'
import { lengthOf, MAX_SPAN_DAYS, type Span, spanBefore } from '#domain/span.ts'
import { mayActAs, worksAt } from '#domain/staff.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Staff } from '../staff/sessions.ts'
import { liesWithin } from '../staff/workplaces.ts'

type Stats = Output<typeof readStats>
type Asked = Pick<Staff, 'role' | 'workplaces'>

/** Returns the stats of a period, from one index only. Amounts are `null` for the front desk. */
export async function statsOf(app: App, staff: Asked, input: Input<typeof readStats>): Promise<Outcome<Stats>> {
  const wanted = input.location === undefined ? undefined : locationId(input.location)
  const [from, to] = [isoDate(input.from), isoDate(input.to)]
  if (input.location !== undefined && !(wanted && worksAt(staff.workplaces, wanted)))
    return fail('invalid', { fields: { location: 'Send the id of one of our locations' } })
  if (!from) return fail('invalid', { fields: { from: SEND_A_DATE } })
  if (!to || to < from || lengthOf({ from, to }) > MAX_SPAN_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_SPAN_DAYS} days` } })
  const places = LOCATION_IDS.filter((id) => worksAt(staff.workplaces, id) && (!wanted || id === wanted))
  const seesMoney = mayActAs(staff.role, 'manager')
  const span = { from, to }
  const before = spanBefore(span)
  const [groups, earlier] = [await grouped(app.db.read, span, places), await total(app.db.read, before, places)]
  return succeed(periodFigures(span, places, groups, earlier, seesMoney))
}

/** `domain/revenue.ts` in the words of the database. */
const SUMS = sql<Sums>`
  count(*) as bookings,
  sum(case when state = 'pending_verification' then 1 else 0 end) as pending,
  sum(case when state = 'confirmed' then kept else 0 end) as revenue`

function where({ from, to }: Span, places: readonly LocationId[]) {
  const within = sql`placed_on >= ${from} and placed_on <= ${to}`
  return places.length === LOCATION_IDS.length ? within : sql`${within} and ${liesWithin(places)}`
}

async function grouped(db: Queries, span: Span, places: readonly LocationId[]): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select placed_on as day, location_id as location, method, ${SUMS}
    from bookings
    where ${where(span, places)}
    group by placed_on, location_id, method`.execute(db)
  return rows.map((row) => ({ ...row, ...numbers(row) }))
}

async function total(db: Queries, span: Span, places: readonly LocationId[]): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${SUMS} from bookings where ${where(span, places)}`.execute(db)
  return numbers(rows[0] ?? NOTHING)
}

/** PostgreSQL adds whole numbers up to text; of no rows the sums are null. */
const numbers = ({ bookings, pending, revenue }: Sums): Sums => ({
  bookings: Number(bookings),
  pending: Number(pending ?? 0),
  revenue: Number(revenue ?? 0),
})

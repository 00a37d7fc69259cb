import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { listBookings } from '#contract/admin/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { addDays, type IsoDate, kathmanduInstant, parseIsoDate } from '#domain/calendar.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Cursor } from '../db/paging.ts'
import type { Tables } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'

type BookingFilter = Omit<Input<typeof listBookings>, 'cursor' | 'limit'>

export interface ParsedBookingFilter extends Omit<BookingFilter, 'from' | 'to'> {
  from: IsoDate | undefined
  to: IsoDate | undefined
  workplaces: Workplaces
}

/** Fails with `invalid` for a malformed date. */
export function parseBookingFilter(
  { from, to, ...filter }: BookingFilter,
  workplaces: Workplaces,
): Outcome<ParsedBookingFilter> {
  const dates = { from: parseIsoDate(from), to: parseIsoDate(to) }
  const fields = {
    ...(from && !dates.from && { from: INVALID_DATE }),
    ...(to && !dates.to && { to: INVALID_DATE }),
  }
  return Object.keys(fields).length > 0 ? fail('invalid', { fields }) : succeed({ ...filter, ...dates, workplaces })
}

const SORT_COLUMNS = { created: 'created_at', start: 'start_date', name: 'search' } as const

type Bookings = SelectQueryBuilder<Tables, 'bookings', object>

/** Selects sort values, ids and totals, after a cursor if given. Each order has one index that covers every filter. */
export function selectFilteredBookings(db: Queries, filter: ParsedBookingFilter, after?: Cursor) {
  const column = SORT_COLUMNS[filter.sort ?? 'created']
  const order = filter.order ?? 'desc'
  const comparison = sql.raw(order === 'desc' ? '<' : '>')
  return applyFilter(db, filter)
    .$if(after !== undefined, (rest) =>
      rest.where(sql<SqlBool>`(${sql.ref(column)}, id) ${comparison} (${after?.[0]}, ${after?.[1]})`),
    )
    .select([`${column} as sorted`, 'id', 'total_amount'])
    .orderBy(column, order)
    .orderBy('id', order)
}

function applyFilter(db: Queries, filter: ParsedBookingFilter): Bookings {
  const { q, state, location, plan, method, workplaces, dates, from, to } = filter
  let query: Bookings = db.selectFrom('bookings')
  if (state) query = query.where('state', '=', state)
  if (method) query = query.where('method', '=', method)
  // The concatenation prevents the planner from using an index that does not cover the order.
  if (location) query = query.where(sql<SqlBool>`location_id || '' = ${location}`)
  if (plan) query = query.where(sql<SqlBool>`plan_id = ${plan}`)
  if (workplaces) query = query.where(sql<SqlBool>`location_id || '' in (${sql.join([...workplaces, ''])})`)
  if (q) query = query.where(matchesSearch(q))
  if (dates === 'created') {
    if (from) query = query.where('created_at', '>=', instant(kathmanduInstant(from)))
    if (to) query = query.where('created_at', '<', instant(kathmanduInstant(addDays(to, 1))))
    return query
  }
  // No booking covers more days, so earlier ones are over.
  if (from) query = query.where('end_date', '>=', from).where('start_date', '>=', addDays(from, -MAX_DAYS_COVERED))
  if (to) query = query.where('start_date', '<=', to)
  return query
}

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { listBookings } from '#contract/admin/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { addDays, type IsoDate, isoDate, kathmanduInstant } from '#domain/calendar.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import type { Workplaces } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tables } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'

export type BookingFilter = Omit<Input<typeof listBookings>, 'cursor' | 'limit'>

/** A filter that can be asked for, as somebody may ask it. */
export interface ParsedBookingFilter extends Omit<BookingFilter, 'from' | 'to'> {
  from: IsoDate | undefined
  to: IsoDate | undefined
  workplaces: Workplaces
}

/** The place of a row in an order. */
export interface BookingCursor {
  value: string | number
  id: string
}

/** Reads the dates; of staff with workplaces of their own nobody sees other bookings. */
export function parseBookingFilter(
  { from, to, ...filter }: BookingFilter,
  workplaces: Workplaces,
): Outcome<ParsedBookingFilter> {
  const dates = { from: isoDate(from), to: isoDate(to) }
  const fields = {
    ...(from && !dates.from && { from: INVALID_DATE }),
    ...(to && !dates.to && { to: INVALID_DATE }),
  }
  return Object.keys(fields).length > 0 ? fail('invalid', { fields }) : succeed({ ...filter, ...dates, workplaces })
}

/** The column that each order goes by; its rows of one value are in the order of their ids. */
const COLUMNS = { created: 'created_at', start: 'start_date', amount: 'total_amount', name: 'search' } as const

type Bookings = SelectQueryBuilder<Tables, 'bookings', object>

/**
 * The bookings that are wanted, in their order, from a place on: `value` is their place. Every order has an index that
 * holds all that is filtered by, so that one index answers however little is found.
 */
export function selectFilteredBookings(db: Queries, wanted: ParsedBookingFilter, after?: BookingCursor) {
  const column = COLUMNS[wanted.sort ?? 'created']
  const order = wanted.order ?? 'desc'
  const beyond = sql.raw(order === 'desc' ? '<' : '>')
  return applyFilter(db, wanted)
    .$if(after !== undefined, (rest) =>
      rest.where(sql<SqlBool>`(${sql.ref(column)}, id) ${beyond} (${after?.value}, ${after?.id})`),
    )
    .select([`${column} as value`, 'id'])
    .orderBy(column, order)
    .orderBy('id', order)
}

function applyFilter(db: Queries, wanted: ParsedBookingFilter): Bookings {
  const { q, state, location, plan, method, workplaces } = wanted
  let rest: Bookings = db.selectFrom('bookings')
  if (state) rest = rest.where('state', '=', state)
  if (method) rest = rest.where('method', '=', method)
  // What is no id of ours finds nothing. Joined to nothing, so that no index leads to rows that it does not hold whole.
  if (location) rest = rest.where(sql<SqlBool>`location_id || '' = ${location}`)
  if (plan) rest = rest.where(sql<SqlBool>`plan_id = ${plan}`)
  if (workplaces) rest = rest.where(sql<SqlBool>`location_id || '' in (${sql.join([...workplaces, ''])})`)
  if (q) rest = rest.where(matchesSearch(q))
  return wanted.dates === 'created' ? filterByCreation(rest, wanted) : filterByDates(rest, wanted)
}

function filterByDates(query: Bookings, { from, to }: ParsedBookingFilter): Bookings {
  let rest = query
  // No booking covers more days than these: those that began earlier are over.
  if (from) rest = rest.where('end_date', '>=', from).where('start_date', '>=', addDays(from, -MAX_DAYS_COVERED))
  if (to) rest = rest.where('start_date', '<=', to)
  return rest
}

function filterByCreation(query: Bookings, { from, to }: ParsedBookingFilter): Bookings {
  let rest = query
  if (from) rest = rest.where('created_at', '>=', instant(kathmanduInstant(from)))
  if (to) rest = rest.where('created_at', '<', instant(kathmanduInstant(addDays(to, 1))))
  return rest
}

export const formatCursor = ({ value, id }: BookingCursor): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** The "next" of an earlier answer in the same order; undefined for anything else. */
export function parseCursor(cursor: string, sort: BookingFilter['sort']): BookingCursor | undefined {
  try {
    const [value, id, more] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const fits = typeof value === (sort === 'amount' ? 'number' : 'string')
    const text = `${value}${id}`
    if (!fits || typeof id !== 'string' || more !== undefined || text.length > 700 || text.includes('\0')) return
    return { value: value as string | number, id }
  } catch {
    return undefined
  }
}

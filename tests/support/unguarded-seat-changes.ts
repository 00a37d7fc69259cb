/** Reads the number of seats once in a transaction, so that a change while it waits for a day is not seen. */
import pg from 'pg'

const SEATS = 'select "from_day", "seats" from "location_seats"'

type Query = (this: pg.Client, sql: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>
const query = pg.Client.prototype.query as Query
const read = new WeakMap<pg.Client, Promise<pg.QueryResult>>()

pg.Client.prototype.query = function (this: pg.Client, sql: unknown, ...rest: unknown[]) {
  if (sql === 'begin') read.delete(this)
  const isSeats = typeof sql === 'string' && sql.startsWith(SEATS)
  const result = (isSeats && read.get(this)) || query.call(this, sql, ...rest)
  if (isSeats) read.set(this, result)
  return result
} as never

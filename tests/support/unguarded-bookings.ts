/** Reads bookings and payments without locking them. */
import pg from 'pg'

const LOCK = /^update "(bookings|payments)" set "(version|updated_at)" = "\2" where "id" = \$(\d) returning \*$/

type Query = (this: pg.Client, sql: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>
const query = pg.Client.prototype.query as Query

pg.Client.prototype.query = function (this: pg.Client, sql: unknown, ...rest: unknown[]) {
  const unlocked = typeof sql === 'string' ? sql.replace(LOCK, 'select * from "$1" where "id" = $$$3') : sql
  return query.call(this, unlocked, ...rest)
} as never

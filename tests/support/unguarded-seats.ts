/** Preloaded into a server on PostgreSQL: reads and writes the seat count separately, which oversells. */
import pg from 'pg'

const TAKEN = 'select taken from seat_days where location_id = $1 and day = $2'
const TAKE = `insert into seat_days (location_id, day, seats, taken) values ($1, $2, $3, $4)
  on conflict (location_id, day) do update set taken = $4 returning day`

type Query = (this: pg.Client, sql: unknown, ...rest: unknown[]) => Promise<pg.QueryResult>
const query = pg.Client.prototype.query as Query

async function claim(client: pg.Client, [location, day, seats, wanted]: unknown[]): Promise<pg.QueryResult> {
  const before = await query.call(client, TAKEN, [location, day])
  const taken = Number(before.rows[0]?.taken ?? 0) + Number(wanted)
  return taken > Number(seats)
    ? { ...before, rows: [], rowCount: 0 }
    : query.call(client, TAKE, [location, day, seats, taken])
}

pg.Client.prototype.query = function (this: pg.Client, sql: unknown, ...rest: unknown[]) {
  const isClaim = typeof sql === 'string' && sql.startsWith('insert into "seat_days"')
  return isClaim ? claim(this, rest[0] as unknown[]) : query.call(this, sql, ...rest)
} as never

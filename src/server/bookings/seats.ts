import { sql } from 'kysely'
import { type DaySeats, seatsLeft } from '#domain/availability.ts'
import { daysBetween, type IsoDate, listDays } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { compileOnce } from '../db/query-cache.ts'

/** Seats on days of a location. */
export interface SeatDays {
  locationId: LocationId
  from: IsoDate
  to: IsoDate
  seats: number
}

/** The taken seats of a day with those of the claim. */
export const TAKEN_WITH_CLAIM = sql<number>`seat_days.taken + excluded.taken`

/** Locks days in one order, so that transactions cannot deadlock. */
export async function lockDays(db: Queries, claims: readonly SeatDays[]): Promise<void> {
  const days = claims.flatMap(({ locationId, from, to }) => listDays(from, to).map((day) => ({ locationId, day })))
  const rows = new Map(days.map(({ locationId, day }) => [`${locationId} ${day}`, { location_id: locationId, day }]))
  await db
    .insertInto('seat_days')
    .values([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => ({ ...row, seats: 0, taken: 0 })))
    .onConflict((conflict) =>
      conflict.columns(['location_id', 'day']).doUpdateSet((row) => ({ taken: row.ref('seat_days.taken') })),
    )
    .execute()
}

/** Counts claimed seats as unpaid; false if a day exceeds `limit`. The caller has locked the days and rolls back. */
export async function addUnpaidSeats(db: Queries, claim: SeatDays, limit: number): Promise<boolean> {
  const updated = await changeSeats(db, claim, 'unpaid', claim.seats)
    .where((row) => row(row('unpaid', '+', claim.seats), '<=', limit))
    .executeTakeFirstOrThrow()
  return Number(updated.numUpdatedRows) === daysBetween(claim.from, claim.to) + 1
}

export async function readMaxUnpaidSeats(db: Queries, range: Omit<SeatDays, 'seats'>): Promise<number> {
  const { max } = await selectDays(db, range)
    .select(({ fn }) => fn.max('unpaid').as('max'))
    .executeTakeFirstOrThrow()
  return max ?? 0
}

/** Runs before `removeClaims`: no day has more unpaid seats than taken ones. */
export async function removeUnpaidSeats(db: Queries, claim: SeatDays): Promise<void> {
  await changeSeats(db, claim, 'unpaid', -claim.seats).execute()
}

/** The seats and the taken seats of every day, blocks included. */
export async function readDaySeats(app: App, db: Queries, range: Omit<SeatDays, 'seats'>): Promise<DaySeats[]> {
  const rows = await selectDays(db, range).select(['day', 'taken']).execute()
  const taken = new Map(rows.map((row) => [row.day, row.taken]))
  const seatsOn = await readSeatsOn(app, db, range)
  return listDays(range.from, range.to).map((date) => ({ date, seats: seatsOn(date), taken: taken.get(date) ?? 0 }))
}

/** Free seats on the fullest day; seats of `own` count as free. */
export async function countFreeSeats(app: App, range: Omit<SeatDays, 'seats'>, own?: SeatDays): Promise<number> {
  const days = await readDaySeats(app, app.db.read, range)
  const countOwn = (day: IsoDate) => (own && day >= own.from && day <= own.to ? own.seats : 0)
  return Math.min(...days.map((day) => seatsLeft(day) + countOwn(day.date)))
}

type SeatsOn = (day: IsoDate) => number

/** The seats of a location on days up to `to`: before the first change those of the content. */
export async function readSeatsOn(
  app: App,
  db: Queries,
  { locationId, to }: Pick<SeatDays, 'locationId' | 'to'>,
): Promise<SeatsOn> {
  const read = compileOnce(db, 'seats of a location', () =>
    db
      .selectFrom('location_seats')
      .select(['from_day', 'seats'])
      .where('location_id', '=', locationId)
      .where('from_day', '<=', to)
      .orderBy('from_day', 'desc'),
  )
  const changes = await read([locationId, to])
  const first = app.catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0
  return (day) => changes.find(({ from_day }) => from_day <= day)?.seats ?? first
}

/** The fewest seats on a day of the range. */
export async function readMinSeats(app: App, db: Queries, range: Omit<SeatDays, 'seats'>): Promise<number> {
  const seatsOn = await readSeatsOn(app, db, range)
  return Math.min(...listDays(range.from, range.to).map(seatsOn))
}

const selectDays = (db: Queries, { locationId, from, to }: Omit<SeatDays, 'seats'>) =>
  db.selectFrom('seat_days').where('location_id', '=', locationId).where('day', '>=', from).where('day', '<=', to)

/** Adds to the taken or unpaid seats of every day. */
export const changeSeats = (
  db: Queries,
  { locationId, from, to }: SeatDays,
  column: 'taken' | 'unpaid',
  seats: number,
) =>
  db
    .updateTable('seat_days')
    .set((row) => ({ [column]: row(column, '+', seats) }))
    .where('location_id', '=', locationId)
    .where('day', '>=', from)
    .where('day', '<=', to)

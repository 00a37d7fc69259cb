import { sql } from 'kysely'
import { daysBetween, type IsoDate, listDays } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'

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

/** Days without bookings are absent. */
export async function readTakenSeats(db: Queries, range: Omit<SeatDays, 'seats'>): Promise<Map<IsoDate, number>> {
  const rows = await selectDays(db, range).select(['day', 'taken']).execute()
  return new Map(rows.map(({ day, taken }) => [day, taken]))
}

/** Free seats on the fullest day; seats of `own` count as free. */
export async function countFreeSeats(app: App, range: Omit<SeatDays, 'seats'>, own?: SeatDays): Promise<number> {
  const taken = await readTakenSeats(app.db.read, range)
  const capacity = getCapacity(app, range.locationId)
  const countOwn = (day: IsoDate) => (own && day >= own.from && day <= own.to ? own.seats : 0)
  return Math.min(...listDays(range.from, range.to).map((day) => capacity - (taken.get(day) ?? 0) + countOwn(day)))
}

export const getCapacity = (app: App, locationId: string): number =>
  app.catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0

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

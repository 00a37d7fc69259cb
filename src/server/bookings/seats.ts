import type { ExpressionBuilder, OnConflictDatabase, OnConflictTables } from 'kysely'
import { daysBetween, type IsoDate, listDays } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { compileOnce } from '../db/query-cache.ts'
import type { BookingTable, Tables } from '../db/schema.ts'

export interface SeatClaim {
  locationId: LocationId
  from: IsoDate
  to: IsoDate
  seats: number
}

/**
 * Takes seats on every day of the range or on none, and says which. One conditional statement raises the counts, and a
 * CHECK constraint behind it refuses what it might let through.
 */
export async function claimSeats(db: Queries, claim: SeatClaim, capacity: number): Promise<boolean> {
  if (claim.seats > capacity) return false
  const rows = listDays(claim.from, claim.to).map((day) => ({
    location_id: claim.locationId,
    day,
    seats: capacity,
    taken: claim.seats,
  }))
  const query = compileOnce(db, `claim ${rows.length}`, () =>
    db
      .insertInto('seat_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'day'])
          .doUpdateSet((row) => ({ taken: incrementTaken(row), seats: row.ref('excluded.seats') }))
          .where((row) => row(incrementTaken(row), '<=', row.ref('excluded.seats'))),
      )
      .returning('day'),
  )
  const taken = await query(rows.flatMap((row) => [row.location_id, row.day, row.seats, row.taken]))
  if (taken.length === rows.length) return true
  const days = taken.map(({ day }) => day)
  if (days.length > 0) await decrementTakenSeats(db, claim).where('day', 'in', days).execute()
  return false
}

/**
 * Before seats are given back and others taken in the same writing. Everybody comes to the days in their own order, as a
 * claim does: nobody waits for a day who holds a later one.
 */
export async function lockDays(db: Queries, claims: readonly SeatClaim[]): Promise<void> {
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

export async function releaseSeats(db: Queries, claim: SeatClaim): Promise<void> {
  await decrementTakenSeats(db, claim).execute()
}

/**
 * Counts seats that are taken already as unpaid on every day, up to `limit` a day; false where a day has too many. The
 * caller has locked the days and undoes what was counted.
 */
export async function addUnpaidSeats(db: Queries, claim: SeatClaim, limit: number): Promise<boolean> {
  const raised = await changeUnpaidSeats(db, claim, claim.seats)
    .where((row) => row(row('unpaid', '+', claim.seats), '<=', limit))
    .executeTakeFirstOrThrow()
  return Number(raised.numUpdatedRows) === daysBetween(claim.from, claim.to) + 1
}

/** The most seats that count as unpaid on one day of a range. */
export async function readMaxUnpaidSeats(db: Queries, range: Omit<SeatClaim, 'seats'>): Promise<number> {
  const { most } = await selectDays(db, range)
    .select(({ fn }) => fn.max('unpaid').as('most'))
    .executeTakeFirstOrThrow()
  return most ?? 0
}

/** Before the seats themselves are released: no day has more unpaid seats than taken ones. */
export async function removeUnpaidSeats(db: Queries, claim: SeatClaim): Promise<void> {
  await changeUnpaidSeats(db, claim, -claim.seats).execute()
}

/** Seats taken per day of a range; days that nobody booked are absent. */
export async function readTakenSeats(db: Queries, range: Omit<SeatClaim, 'seats'>): Promise<Map<IsoDate, number>> {
  const rows = await selectDays(db, range).select(['day', 'taken']).execute()
  return new Map(rows.map(({ day, taken }) => [day, taken]))
}

export const toSeatClaim = (booking: BookingTable): SeatClaim => ({
  locationId: booking.location_id,
  from: booking.start_date,
  to: booking.end_date,
  seats: booking.seats,
})

export const getCapacity = (app: App, locationId: string): number =>
  app.catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0

const selectDays = (db: Queries, { locationId, from, to }: Omit<SeatClaim, 'seats'>) =>
  db.selectFrom('seat_days').where('location_id', '=', locationId).where('day', '>=', from).where('day', '<=', to)

const decrementTakenSeats = (db: Queries, { locationId, from, to, seats }: SeatClaim) =>
  db
    .updateTable('seat_days')
    .set((row) => ({ taken: row('taken', '-', seats) }))
    .where('location_id', '=', locationId)
    .where('day', '>=', from)
    .where('day', '<=', to)

const changeUnpaidSeats = (db: Queries, { locationId, from, to }: SeatClaim, seats: number) =>
  db
    .updateTable('seat_days')
    .set((row) => ({ unpaid: row('unpaid', '+', seats) }))
    .where('location_id', '=', locationId)
    .where('day', '>=', from)
    .where('day', '<=', to)

type ClaimExpression = ExpressionBuilder<OnConflictDatabase<Tables, 'seat_days'>, OnConflictTables<'seat_days'>>

const incrementTaken = (row: ClaimExpression) => row('seat_days.taken', '+', row.ref('excluded.taken'))

import { listDays } from '#domain/calendar.ts'
import { type DateRange, subtractRange } from '#domain/date-range.ts'
import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { compileOnce } from '../db/query-cache.ts'
import type { ClaimKind } from '../db/schema/seats.ts'
import type { Booking } from '../db/schema.ts'
import { fillBlocks } from './blocks.ts'
import { changeSeats, readSeatsOn, type SeatDays, TAKEN_WITH_CLAIM } from './seats.ts'

interface ClaimKey {
  kind: ClaimKind
  subjectId: string
}

/** Written by this file and `blocks.ts` only, together with `seat_days.taken`, the sum of the claims of a day. */
export interface SeatClaim extends ClaimKey, SeatDays {}

export const toSeatClaim = (booking: Booking): SeatClaim => ({
  kind: 'booking',
  subjectId: booking.id,
  locationId: booking.location_id,
  from: booking.start_date,
  to: booking.end_date,
  seats: booking.seats,
})

/** Reserves seats on every day or none. */
export async function addClaim(app: App, db: Queries, claim: SeatClaim): Promise<boolean> {
  if (!(await takeSeats(app, db, claim))) return false
  await insertClaim(db, claim)
  return true
}

/** Releases what the subjects hold, once. Blocks take what they lack first. The caller has locked the days. */
export async function removeClaims(app: App, db: Queries, keys: readonly ClaimKey[]): Promise<void> {
  for (const removed of await deleteClaims(db, keys)) await releaseSeats(app, db, removed)
}

/** Frees seats for another claim of the same transaction; `fillBlocks` runs after it. The caller has locked the days. */
export async function withdrawClaims(db: Queries, keys: readonly ClaimKey[]): Promise<SeatDays[]> {
  const removed = await deleteClaims(db, keys)
  for (const freed of removed) await changeSeats(db, freed, 'taken', -freed.seats).execute()
  return removed
}

/**
 * Exchanges claims for one with the same number of seats, without releasing days that it retains. Returns false, and the
 * caller rolls back, if a new day is full. The caller has locked the days.
 */
export async function replaceClaims(
  app: App,
  db: Queries,
  keys: readonly ClaimKey[],
  claim: SeatClaim,
): Promise<boolean> {
  const removed = await deleteClaims(db, keys)
  let added: DateRange[] = [claim]
  for (const old of removed) added = added.flatMap((range) => subtractRange(range, old))
  for (const { from, to } of added) if (!(await takeSeats(app, db, { ...claim, from, to }))) return false
  for (const old of removed)
    for (const { from, to } of subtractRange(old, claim)) await releaseSeats(app, db, { ...old, from, to })
  await insertClaim(db, claim)
  return true
}

/** Takes seats on every day or none, in one conditional statement backed by a CHECK constraint. */
async function takeSeats(app: App, db: Queries, claim: SeatDays): Promise<boolean> {
  const seatsOn = await readSeatsOn(app, db, claim)
  const rows = listDays(claim.from, claim.to).map((day) => ({
    location_id: claim.locationId,
    day,
    seats: seatsOn(day),
    taken: claim.seats,
  }))
  if (rows.some(({ seats, taken }) => taken > seats)) return false
  const query = compileOnce(db, `claim ${rows.length}`, () =>
    db
      .insertInto('seat_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'day'])
          .doUpdateSet((row) => ({ taken: TAKEN_WITH_CLAIM, seats: row.ref('excluded.seats') }))
          .where(TAKEN_WITH_CLAIM, '<=', (row) => row.ref('excluded.seats')),
      )
      .returning('day'),
  )
  const taken = await query(rows.flatMap((row) => [row.location_id, row.day, row.seats, row.taken]))
  if (taken.length === rows.length) {
    // The lock of the days may have waited for a change of the seats.
    const now = await readSeatsOn(app, db, claim)
    if (rows.some(({ day, seats }) => now(day) !== seats)) throw new Conflict()
    return true
  }
  const days = taken.map(({ day }) => day)
  if (days.length > 0) await changeSeats(db, claim, 'taken', -claim.seats).where('day', 'in', days).execute()
  return false
}

async function releaseSeats(app: App, db: Queries, released: SeatDays): Promise<void> {
  await changeSeats(db, released, 'taken', -released.seats).execute()
  await fillBlocks(app, db, released)
}

async function insertClaim(db: Queries, { kind, subjectId, locationId, from, to, seats }: SeatClaim): Promise<void> {
  const row = { kind, subject_id: subjectId, location_id: locationId, first_day: from, last_day: to, seats }
  await compileOnce(db, 'insert claim', () => db.insertInto('seat_claims').values(row))(Object.values(row))
}

async function deleteClaims(db: Queries, keys: readonly ClaimKey[]): Promise<SeatDays[]> {
  const removed: SeatDays[] = []
  for (const { kind, subjectId } of keys) {
    const rows = await db
      .deleteFrom('seat_claims')
      .where('kind', '=', kind)
      .where('subject_id', '=', subjectId)
      .returning(['location_id as locationId', 'first_day as from', 'last_day as to', 'seats'])
      .execute()
    removed.push(...rows)
  }
  return removed
}

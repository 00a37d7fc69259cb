import { sql } from 'kysely'
import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { readDaySeats, type SeatDays } from './seats.ts'

/**
 * Takes the free seats of each day for a block; the others are `short` until they become free. The caller has locked
 * the days.
 */
export async function claimBlock(app: App, db: Queries, id: string, block: SeatDays): Promise<void> {
  const days = (await readDaySeats(app, db, block)).map(({ date, seats, taken }) => {
    const claimed = Math.min(block.seats, Math.max(0, seats - taken))
    return { day: date, seats, claimed, short: block.seats - claimed }
  })
  const location_id = block.locationId
  await db
    .insertInto('seat_claims')
    .values(
      days.map(({ day, claimed, short }) => ({
        kind: 'block' as const,
        subject_id: id,
        location_id,
        first_day: day,
        last_day: day,
        seats: claimed,
        short,
      })),
    )
    .execute()
  for (const { day, seats, claimed, short } of days) await addToDay(db, { location_id, day }, { seats, claimed, short })
}

interface SeatsByUse {
  date: IsoDate
  seats: number
  /** Without blocks. */
  taken: number
  blocked: number
}

/** The seats of every day. */
export async function readSeatsByUse(app: App, db: Queries, range: Omit<SeatDays, 'seats'>): Promise<SeatsByUse[]> {
  const blocks = await db
    .selectFrom('seat_claims')
    .select((row) => ['first_day', row.fn.sum('seats').as('seats')])
    // SQLite uses the index of blocks for a literal only.
    .where('kind', '=', sql.lit('block'))
    .where('location_id', '=', range.locationId)
    .where('last_day', '>=', range.from)
    .where('first_day', '<=', range.to)
    .groupBy('first_day')
    .execute()
  const blockedOn = new Map(blocks.map(({ first_day, seats }) => [first_day, Number(seats)]))
  return (await readDaySeats(app, db, range)).map(({ taken, ...day }) => {
    const blocked = blockedOn.get(day.date) ?? 0
    return { ...day, taken: taken - blocked, blocked }
  })
}

/** Releases the seats of a block from a day on. The caller has locked the days. */
export async function releaseBlock(app: App, db: Queries, id: string, from: IsoDate): Promise<void> {
  const released = await db
    .deleteFrom('seat_claims')
    .where('kind', '=', 'block')
    .where('subject_id', '=', id)
    .where('first_day', '>=', from)
    .returning(['location_id', 'first_day as day', 'seats', 'short'])
    .execute()
  for (const { location_id, day, seats, short } of released.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    await db
      .updateTable('seat_days')
      .set((row) => ({ taken: row('taken', '-', seats), short: row('short', '-', short) }))
      .where('location_id', '=', location_id)
      .where('day', '=', day)
      .execute()
    await fillBlocks(app, db, { locationId: location_id, from: day, to: day })
  }
}

/** Assigns free seats to blocks that lack them, the oldest first. The caller has locked the days. */
export async function fillBlocks(app: App, db: Queries, range: Omit<SeatDays, 'seats'>): Promise<void> {
  const days = await listShortDays(db, range)
  if (days.length === 0) return
  const seatsOfDays = await readDaySeats(app, db, range)
  for (const { date, seats, taken } of seatsOfDays.filter(({ date }) => days.includes(date)))
    await fillDay(db, { location_id: range.locationId, day: date }, { seats, free: seats - taken })
}

/** Days on which blocks lack seats. */
async function listShortDays(db: Queries, { locationId, from, to }: Omit<SeatDays, 'seats'>): Promise<IsoDate[]> {
  const days = await db
    .selectFrom('seat_days')
    .select('day')
    .where('location_id', '=', locationId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('short', '>', 0)
    .orderBy('day')
    .execute()
  return days.map(({ day }) => day)
}

interface Day {
  location_id: LocationId
  day: IsoDate
}

async function fillDay(db: Queries, day: Day, { seats, free }: { seats: number; free: number }): Promise<void> {
  const blocks = await db
    .selectFrom('seat_claims')
    .innerJoin('seat_blocks', 'seat_blocks.id', 'seat_claims.subject_id')
    .select(['seat_claims.subject_id', 'seat_claims.short'])
    // SQLite uses the index of blocks for a literal only.
    .where('seat_claims.kind', '=', sql.lit('block'))
    .where('seat_claims.location_id', '=', day.location_id)
    .where('seat_claims.first_day', '=', day.day)
    .where('seat_claims.short', '>', 0)
    .orderBy('seat_blocks.created_at')
    .orderBy('seat_blocks.id')
    .execute()
  let left = free
  for (const { subject_id, short } of blocks) {
    const claimed = Math.min(short, left)
    if (claimed <= 0) return
    left -= claimed
    await db
      .updateTable('seat_claims')
      .set((row) => ({ seats: row('seats', '+', claimed), short: row('short', '-', claimed) }))
      .where('kind', '=', 'block')
      .where('subject_id', '=', subject_id)
      .where('first_day', '=', day.day)
      .execute()
    await addToDay(db, day, { seats, claimed, short: -claimed })
  }
}

/** The seats of a day are stored only with seats that are taken, as a lower number may be below those taken before. */
async function addToDay(
  db: Queries,
  { location_id, day }: Day,
  { seats, claimed, short }: { seats: number; claimed: number; short: number },
): Promise<void> {
  await db
    .updateTable('seat_days')
    .set((row) => ({
      taken: row('taken', '+', claimed),
      short: row('short', '+', short),
      seats: claimed > 0 ? seats : sql.ref<number>('seats'),
    }))
    .where('location_id', '=', location_id)
    .where('day', '=', day)
    .execute()
}

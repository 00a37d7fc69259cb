import { sql } from 'kysely'
import type { Capacity, changeSeats, createBlock, readCapacity, removeBlock } from '#contract/admin/capacity.ts'
import { formatTooManySeats, getCapacityMessages } from '#contract/admin/capacity-messages.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { addDays, formatDate, formatRange, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { readBlock, readSeatChange, type SeatChange } from '#domain/capacity.ts'
import { later } from '#domain/date-range.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { claimBlock, fillBlocks, readSeatsByUse, releaseBlock } from '../bookings/blocks.ts'
import { lockDays, readMinSeats, readSeatsOn } from '../bookings/seats.ts'
import { findName } from '../catalogue.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { instant } from '../db/instant.ts'
import type { SeatBlock } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'

export async function readLocationCapacity(
  app: App,
  { location }: Input<typeof readCapacity>,
): Result<typeof readCapacity> {
  const locationId = parseLocationId(location)
  return locationId ? succeed(await loadCapacity(app, app.db.read, locationId)) : fail('not_found')
}

/** Bookings above a lower number remain: see docs/rules.md#seats-and-holds. */
export function saveSeats(app: App, staff: Staff, input: Input<typeof changeSeats>): Result<typeof changeSeats> {
  return writeAndNotify(app, async (db) => {
    const today = kathmanduDate(app.now())
    const { change, problems } = readSeatChange(input, today)
    if (!change) return fail('invalid', { fields: getCapacityMessages(problems) })
    const { locationId, from, seats, reason } = change
    await lockCapacity(db, locationId, today)
    const seatsOn = await readSeatsOn(app, db, { locationId, to: from })
    const before = seatsOn(from)
    if (await storeSeats(app, db, staff, change, { before, dayBefore: seatsOn(addDays(from, -1)) })) {
      await fillBlocksFrom(app, db, locationId, from)
      await recordAuditEntry(
        db,
        {
          by: staff,
          action: 'seats_changed',
          subject: 'seats',
          subjectId: locationId,
          label: `${findName(app.catalogue.locations, locationId)}, from ${formatDate(from)}`,
          before: { seats: before },
          after: { seats },
          reason,
        },
        app.now(),
      )
      await recordEvent(db, 'capacity_update', locationId, app.now())
    }
    return succeed(await loadCapacity(app, db, locationId))
  })
}

/** Removes a change that leaves the number of the day before. Returns false if nothing changes. */
async function storeSeats(
  app: App,
  db: Queries,
  staff: Staff,
  { locationId, from, seats, reason }: SeatChange,
  { before, dayBefore }: { before: number; dayBefore: number },
): Promise<boolean> {
  if (seats === dayBefore) {
    const removed = await db
      .deleteFrom('location_seats')
      .where('location_id', '=', locationId)
      .where('from_day', '=', from)
      .returning('from_day')
      .executeTakeFirst()
    return removed !== undefined
  }
  if (seats === before) return false
  const row = { location_id: locationId, from_day: from, seats, reason, staff_id: staff.id }
  const created_at = instant(app.now())
  await db
    .insertInto('location_seats')
    .values({ ...row, created_at })
    .onConflict((conflict) => conflict.columns(['location_id', 'from_day']).doUpdateSet({ ...row, created_at }))
    .execute()
  return true
}

/** A repeated request changes nothing. */
export function insertBlock(
  app: App,
  staff: Staff,
  input: Input<typeof createBlock>,
  key: string,
): Result<typeof createBlock> {
  const request = toIdempotentRequest(key, ['block', staff.id, input])
  return writeAndNotify(app, async (db) => {
    const today = kathmanduDate(app.now())
    const repeated = await db
      .selectFrom('seat_blocks')
      .select(['location_id', 'body_hash'])
      .where('idempotency_key', '=', request.key)
      .executeTakeFirst()
    if (repeated)
      return repeated.body_hash === request.bodyHash
        ? succeed(await loadCapacity(app, db, repeated.location_id))
        : fail('idempotency_mismatch')
    const { block, problems } = readBlock(input, today)
    if (!block) return fail('invalid', { fields: getCapacityMessages(problems) })
    const { locationId, from, to, seats, reason } = block
    const stored: SeatBlock = {
      id: crypto.randomUUID(),
      idempotency_key: request.key,
      body_hash: request.bodyHash,
      location_id: locationId,
      first_day: from,
      last_day: to,
      seats,
      reason,
      staff_id: staff.id,
      created_at: instant(app.now()),
      removed_at: null,
    }
    const inserted = await db
      .insertInto('seat_blocks')
      .values(stored)
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    // The same request was made at the same time.
    if (!inserted) throw new Conflict()
    await lockCapacity(db, locationId, today)
    await lockDays(db, [block])
    const available = await readMinSeats(app, db, block)
    if (seats > available) {
      const location = findName(app.catalogue.locations, locationId)
      return fail('invalid', { fields: { seats: formatTooManySeats(location, available) } })
    }
    await claimBlock(app, db, stored.id, block)
    await recordBlock(app, db, staff, 'seats_blocked', stored)
    return succeed(await loadCapacity(app, db, locationId))
  })
}

/** The days before today keep their seats taken. */
export function endBlock(app: App, staff: Staff, id: string): Result<typeof removeBlock> {
  return writeAndNotify(app, async (db) => {
    const today = kathmanduDate(app.now())
    const block = await db.selectFrom('seat_blocks').selectAll().where('id', '=', id).executeTakeFirst()
    if (!block) return fail('not_found')
    const { location_id: locationId, last_day: to } = block
    const from = later(block.first_day, today)
    await lockCapacity(db, locationId, today)
    const removed = await db
      .updateTable('seat_blocks')
      .set({ removed_at: instant(app.now()) })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where('last_day', '>=', today)
      .returning('id')
      .executeTakeFirst()
    if (removed) {
      await lockDays(db, [{ locationId, from, to, seats: block.seats }])
      await releaseBlock(app, db, id, from)
      await recordBlock(app, db, staff, 'seats_unblocked', block)
    }
    return succeed(await loadCapacity(app, db, locationId))
  })
}

/** Blocks and changes of a location run one after another: today is locked before any later day. */
const lockCapacity = (db: Queries, locationId: LocationId, today: IsoDate): Promise<void> =>
  lockDays(db, [{ locationId, from: today, to: today, seats: 0 }])

async function fillBlocksFrom(app: App, db: Queries, locationId: LocationId, from: IsoDate): Promise<void> {
  const { to } = await db
    .selectFrom('seat_days')
    .select(({ fn }) => fn.max('day').as('to'))
    .where('location_id', '=', locationId)
    .where('short', '>', 0)
    .executeTakeFirstOrThrow()
  if (to === null || to < from) return
  const range = { locationId, from, to }
  await lockDays(db, [{ ...range, seats: 0 }])
  await fillBlocks(app, db, range)
}

async function recordBlock(
  app: App,
  db: Queries,
  staff: Staff,
  action: 'seats_blocked' | 'seats_unblocked',
  { location_id, first_day, last_day, seats, reason }: SeatBlock,
): Promise<void> {
  const location = findName(app.catalogue.locations, location_id)
  await recordAuditEntry(
    db,
    {
      by: staff,
      action,
      subject: 'seats',
      subjectId: location_id,
      label: `${location}, ${formatRange(first_day, last_day)}`,
      after: { seats },
      reason,
    },
    app.now(),
  )
  await recordEvent(db, 'capacity_update', location_id, app.now())
}

async function loadCapacity(app: App, db: Queries, locationId: LocationId): Promise<Capacity> {
  const today = kathmanduDate(app.now())
  const changes = await db
    .selectFrom('location_seats')
    .innerJoin('staff', 'staff.id', 'location_seats.staff_id')
    .select(['from_day as from', 'seats', 'reason', 'staff.name as by'])
    .where('location_id', '=', locationId)
    .orderBy('from_day')
    .execute()
  const applied = changes.findLast(({ from }) => from <= today)
  const contentSeats = app.catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0
  return {
    locationId,
    seats: applied?.seats ?? contentSeats,
    contentSeats,
    changes: changes.filter((change) => change === applied || change.from > today),
    blocks: await loadBlocks(app, db, locationId, today),
    short: await listOverbookedDays(app, db, locationId, today),
  }
}

async function loadBlocks(app: App, db: Queries, locationId: LocationId, today: IsoDate): Promise<Capacity['blocks']> {
  const blocks = await db
    .selectFrom('seat_blocks')
    .innerJoin('staff', 'staff.id', 'seat_blocks.staff_id')
    .select(['seat_blocks.id', 'first_day as from', 'last_day as to', 'seats', 'reason', 'staff.name as by'])
    .where('location_id', '=', locationId)
    .where('last_day', '>=', today)
    .where('removed_at', 'is', null)
    .orderBy('first_day')
    .orderBy('seat_blocks.created_at')
    .execute()
  const short = await db
    .selectFrom('seat_claims')
    .select(['subject_id', 'first_day as date', 'short as seats'])
    // SQLite uses the index of blocks for a literal only.
    .where('kind', '=', sql.lit('block'))
    .where('location_id', '=', locationId)
    .where('last_day', '>=', today)
    .where('short', '>', 0)
    .orderBy('first_day')
    .execute()
  const last = short.at(-1)?.date
  const days = last ? await readSeatsByUse(app, db, { locationId, from: today, to: last }) : []
  const bookedOn = new Map(days.map(({ date, taken }) => [date, taken]))
  const byBlock = Map.groupBy(short, ({ subject_id }) => subject_id)
  return blocks.map((block) => ({
    ...block,
    short: (byBlock.get(block.id) ?? []).map(({ date, seats }) => ({
      ...{ date, seats },
      booked: Math.min(seats, bookedOn.get(date) ?? 0),
    })),
  }))
}

/** Without blocks: bookings of these days have to move. */
async function listOverbookedDays(
  app: App,
  db: Queries,
  locationId: LocationId,
  today: IsoDate,
): Promise<Capacity['short']> {
  const { to } = await db
    .selectFrom('seat_days')
    .select(({ fn }) => fn.max('day').as('to'))
    .where('location_id', '=', locationId)
    .where('taken', '>', 0)
    .executeTakeFirstOrThrow()
  if (to === null || to < today) return []
  const days = await readSeatsByUse(app, db, { locationId, from: today, to })
  return days.flatMap(({ date, seats, taken }) => (taken > seats ? [{ date, seats, taken, short: taken - seats }] : []))
}

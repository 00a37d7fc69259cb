import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatBlockRejected, ROOM_MESSAGES } from '#contract/room-messages.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { formatDate, listDays, parseIsoDate } from '#domain/calendar.ts'
import { countRangeDays } from '#domain/date-range.ts'
import { getRoomHours, listBufferSlots, listSlots, MAX_BLOCKED_DAYS } from '#domain/room.ts'
import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import type { RoomReservation } from '../db/schema.ts'
import { readLocationOfRooms } from './day.ts'
import { insertReservation, type RoomChoice, type RoomRequest, readRoomChoice } from './reservations.ts'

interface BlockedBy {
  reason: string
  blockId: string | null
  staffId: string
}

/** Takes a room out of use for a reason. */
export async function blockRoom(
  app: App,
  db: Queries,
  locationId: string,
  request: RoomRequest,
  by: BlockedBy,
): Promise<Outcome<RoomReservation>> {
  const choice = await readRoomChoice(app, db, locationId, request)
  return choice.ok ? insertBlock(app, db, choice.value, by) : choice
}

/** Blocks each day until `lastDay`, or none if the room is taken on one of them. */
export async function blockRoomOnDays(
  app: App,
  db: Queries,
  locationId: string,
  { lastDay, ...request }: RoomRequest & { lastDay: string },
  by: BlockedBy,
): Promise<Outcome<RoomReservation[]>> {
  const choices = await readDaysOfBlock(app, db, locationId, request, lastDay)
  if (!choices.ok) return choices
  const blocks: RoomReservation[] = []
  const taken: string[] = []
  for (const choice of choices.value) {
    const block = await insertBlock(app, db, choice, by)
    if (block.ok) blocks.push(block.value)
    else taken.push(...(await listTaken(db, choice)))
  }
  if (blocks.length === choices.value.length) return succeed(blocks)
  // Another transaction released the room between the two statements.
  if (taken.length === 0) throw new Conflict()
  return fail('sold_out', { message: formatBlockRejected(choices.value[0]?.room.name ?? '', taken) })
}

const insertBlock = (app: App, db: Queries, choice: RoomChoice, { reason, blockId, staffId }: BlockedBy) =>
  insertReservation(app, db, choice, { booking_id: null, reason, block_id: blockId, staff_id: staffId })

/** The times of a block by day. Days after the first can have shorter hours; those without hours are left out. */
async function readDaysOfBlock(
  app: App,
  db: Queries,
  locationId: string,
  request: RoomRequest,
  lastDay: string,
): Promise<Outcome<RoomChoice[]>> {
  const first = await readRoomChoice(app, db, locationId, request)
  if (!first.ok) return first
  const { room, date: from, start, end } = first.value
  const to = parseIsoDate(lastDay)
  if (!to) return fail('invalid', { fields: { lastDay: INVALID_DATE } })
  if (to < from) return fail('invalid', { fields: { lastDay: ROOM_MESSAGES.lastDayBeforeFirst } })
  if (countRangeDays({ from, to }) > MAX_BLOCKED_DAYS)
    return fail('invalid', { fields: { lastDay: ROOM_MESSAGES.tooManyBlockedDays } })
  const location = await readLocationOfRooms(app, db, room.locationId, from)
  const choices = listDays(from, to).flatMap((date): RoomChoice[] => {
    const hours = getRoomHours(room, location, date)
    if (!hours) return []
    const time = { start: start > hours.start ? start : hours.start, end: end < hours.end ? end : hours.end }
    return time.start < time.end ? [{ room, date, ...time }] : []
  })
  return succeed(choices)
}

/** The reservations in the way, as `10 Dec 2026, 10:00–12:00`. */
async function listTaken(db: Queries, { room, date, ...time }: RoomChoice): Promise<string[]> {
  const reservations = await db
    .selectFrom('room_reservations')
    .select(['start_time', 'end_time'])
    .where('id', 'in', (taken) =>
      taken
        .selectFrom('room_slots')
        .select('reservation_id')
        .where('room_id', '=', room.id)
        .where('day', '=', date)
        .where('slot', 'in', [...listSlots(time), ...listBufferSlots(time, room)]),
    )
    .orderBy('start_time')
    .execute()
  return reservations.map(({ start_time, end_time }) => `${formatDate(date)}, ${start_time}–${end_time}`)
}

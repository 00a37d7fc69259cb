import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatNotCovered, formatOutsideRoomHours, formatRoomTaken, ROOM_MESSAGES } from '#contract/room-messages.ts'
import { formatClosedDay, INVALID_DATE } from '#contract/validation-messages.ts'
import { type ClockTime, type IsoDate, kathmanduInstant, parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import {
  countMinutes,
  getRoomHours,
  type Interval,
  isFree,
  isHalfHour,
  listBufferSlots,
  listFreeIntervals,
  listSlots,
  type Room,
} from '#domain/room.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, RoomReservation } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { returnMinutes, useMinutes } from './balances.ts'
import { listMeetingRooms, readLocationOfRooms, readRoomDays } from './day.ts'

/** As sent, not validated. */
export interface RoomRequest {
  roomId: string
  date: string
  start: string
  end: string
}

export interface RoomChoice extends Interval {
  room: Room
  date: IsoDate
}

/**
 * Reserves a room for a locked booking and uses its minutes. Checks neither the booking's state nor how far ahead the
 * day is. `staffId` is null for the customer.
 */
export async function reserveRoom(
  app: App,
  db: Queries,
  booking: Booking,
  request: RoomRequest,
  staffId: string | null,
): Promise<Outcome<RoomReservation>> {
  const choice = await readRoomChoice(app, db, booking.location_id, request)
  if (!choice.ok) return choice
  const days = { from: booking.start_date, to: booking.end_date }
  if (choice.value.date < days.from || choice.value.date > days.to)
    return fail('invalid', { fields: { date: formatNotCovered(days) } })
  const reserved = await insertReservation(app, db, choice.value, {
    booking_id: booking.id,
    reason: null,
    block_id: null,
    staff_id: staffId,
  })
  if (!reserved.ok) return reserved
  const used = await useMinutes(app, db, booking, reserved.value)
  return used.ok ? reserved : used
}

export async function readRoomChoice(
  app: App,
  db: Queries,
  locationId: string,
  { roomId, ...request }: RoomRequest,
): Promise<Outcome<RoomChoice>> {
  const room = listMeetingRooms(app, locationId).find(({ id }) => id === roomId)
  const date = parseIsoDate(request.date)
  const [start, end] = [parseHalfHour(request.start), parseHalfHour(request.end)]
  if (!room) return fail('invalid', { fields: { roomId: ROOM_MESSAGES.unknown } })
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  if (!start) return fail('invalid', { fields: { start: ROOM_MESSAGES.notATime } })
  if (!end) return fail('invalid', { fields: { end: ROOM_MESSAGES.notATime } })
  if (end <= start) return fail('invalid', { fields: { end: ROOM_MESSAGES.endsBeforeItStarts } })
  const location = await readLocationOfRooms(app, db, locationId, date)
  const closed = findClosedReason(location, date)
  if (closed !== undefined) return fail('invalid', { fields: { date: formatClosedDay(date, closed) } })
  const hours = getRoomHours(room, location, date)
  if (!hours || start < hours.start || end > hours.end)
    return fail('invalid', { fields: { start: formatOutsideRoomHours(hours) } })
  const remaining = listFreeIntervals(room, location, date, new Set(), app.now())
  if (!isFree({ start, end }, remaining)) return fail('invalid', { fields: { start: ROOM_MESSAGES.past } })
  return succeed({ room, date, start, end })
}

function parseHalfHour(text: string): ClockTime | undefined {
  const time = parseClockTime(text)
  return time && isHalfHour(time) ? time : undefined
}

/** Takes all slots of the reservation or fails with `sold_out`; the primary key gives a slot to one reservation. */
export async function insertReservation(
  app: App,
  db: Queries,
  { room, date, start, end }: RoomChoice,
  purpose: Pick<RoomReservation, 'booking_id' | 'reason' | 'block_id' | 'staff_id'>,
): Promise<Outcome<RoomReservation>> {
  const reservation: RoomReservation = {
    id: crypto.randomUUID(),
    room_id: room.id,
    location_id: room.locationId,
    day: date,
    start_time: start,
    end_time: end,
    minutes: countMinutes({ start, end }),
    ...purpose,
    state: 'active',
    created_at: instant(app.now()),
    released_at: null,
  }
  await db.insertInto('room_reservations').values(reservation).execute()
  const toRow = (slot: number, is_buffer: number) => ({
    room_id: room.id,
    day: date,
    slot,
    reservation_id: reservation.id,
    is_buffer,
  })
  const slots = [
    ...listSlots({ start, end }).map((slot) => toRow(slot, 0)),
    ...listBufferSlots({ start, end }, room).map((slot) => toRow(slot, 1)),
  ]
  const taken = await db
    .insertInto('room_slots')
    .values(slots)
    .onConflict((conflict) => conflict.doNothing())
    .returning('slot')
    .execute()
  if (taken.length < slots.length) {
    await db.deleteFrom('room_slots').where('reservation_id', '=', reservation.id).execute()
    const day = (await readRoomDays(app, db, room.locationId, date)).find((known) => known.room.id === room.id)
    return fail('sold_out', { message: formatRoomTaken(room.name, date, day?.free ?? []) })
  }
  await recordEvent(db, 'rooms_update', room.locationId, app.now())
  return succeed(reservation)
}

/** Frees the room and returns the minutes. False if the reservation was released before. */
export async function releaseReservation(app: App, db: Queries, reservation: RoomReservation): Promise<boolean> {
  const released = await db
    .updateTable('room_reservations')
    .set({ state: 'released', released_at: instant(app.now()) })
    .where('id', '=', reservation.id)
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  if (!released) return false
  await db.deleteFrom('room_slots').where('reservation_id', '=', reservation.id).execute()
  await returnMinutes(app, db, reservation)
  await recordEvent(db, 'rooms_update', reservation.location_id, app.now())
  return true
}

/** Releases the reservations of a locked booking that have not ended, on `from` or later. Runs after its seats changed. */
export async function releaseRooms(
  app: App,
  db: Queries,
  { id }: Pick<Booking, 'id'>,
  from: IsoDate,
): Promise<RoomReservation[]> {
  const reservations = await db
    .selectFrom('room_reservations')
    .selectAll()
    .where('booking_id', '=', id)
    .where('state', '=', 'active')
    .where('day', '>=', from)
    .orderBy('room_id')
    .orderBy('day')
    .orderBy('start_time')
    .execute()
  const released = reservations.filter(({ day, end_time }) => kathmanduInstant(day, end_time) > app.now())
  for (const reservation of released) await releaseReservation(app, db, reservation)
  return released
}

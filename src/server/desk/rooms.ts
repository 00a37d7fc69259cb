import type { RoomReservationRow, readRooms } from '#contract/admin/rooms.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { type IsoDate, kathmanduInstant, parseIsoDate } from '#domain/calendar.ts'
import { findClosedDay } from '#domain/closed-days.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { getRoomHours } from '#domain/room.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { findName } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { readLocationOfRooms, readRoomDays } from '../rooms/day.ts'
import type { Staff } from '../staff/sessions.ts'

export async function readRoomsForStaff(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  input: Input<typeof readRooms>,
): Result<typeof readRooms> {
  const location = app.catalogue.locations.find(({ id }) => id === parseLocationId(input.location))
  if (!location || !isAssignedTo(workplaces, location.id)) return fail('not_found')
  const date = parseIsoDate(input.date)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  return loadRoomDay(app, { locationId: location.id, date })
}

export async function loadRoomDay(
  app: App,
  { locationId, date }: { locationId: LocationId; date: IsoDate },
): Result<typeof readRooms> {
  const db = app.db.read
  const location = await readLocationOfRooms(app, db, locationId, date)
  const days = await readRoomDays(app, db, locationId, date)
  return succeed({
    locationId,
    locationName: location.name,
    date,
    ...findClosedDay(location, date),
    rooms: days.map(({ room, free }) => ({
      id: room.id,
      name: room.name,
      seats: room.seats,
      hours: getRoomHours(room, location, date) ?? null,
      free,
    })),
    reservations: await readReservationsOfDay(app, db, locationId, date),
  })
}

/** By start and room. */
export async function readReservationsOfDay(
  app: App,
  db: Queries,
  locationId: LocationId,
  date: IsoDate,
): Promise<RoomReservationRow[]> {
  const rows = await db
    .selectFrom('room_reservations')
    .leftJoin('bookings', 'bookings.id', 'room_reservations.booking_id')
    .select(['room_reservations.id', 'room_id', 'day', 'reason', 'booking_id', 'block_id'])
    .select(['room_reservations.start_time as start', 'room_reservations.end_time as end'])
    .select(['first_name', 'last_name', 'plan_name', 'email', 'phone'])
    .where('room_reservations.location_id', '=', locationId)
    .where('day', '=', date)
    .where('room_reservations.state', '=', 'active')
    .orderBy('start')
    .orderBy('room_id')
    .execute()
  const blocks = await countDaysOfBlocks(app, db, [...new Set(rows.flatMap(({ block_id }) => block_id ?? []))])
  return rows.map(({ id, room_id, day, start, end, reason, booking_id, first_name, last_name, block_id, ...row }) => ({
    reservationId: id,
    roomId: room_id,
    roomName: findName(app.rooms, room_id),
    date: day,
    start,
    end,
    booking:
      booking_id === null
        ? null
        : {
            bookingId: booking_id,
            customerName: getCustomerName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
            planName: row.plan_name ?? '',
            email: row.email ?? '',
            phone: row.phone ?? '',
          },
    reason,
    block: blocks.get(block_id ?? '') ?? null,
  }))
}

/** How many days are not over, of blocks with several. */
async function countDaysOfBlocks(app: App, db: Queries, ids: readonly string[]) {
  const blocks = new Map<string, NonNullable<RoomReservationRow['block']>>()
  if (ids.length === 0) return blocks
  const rows = await db
    .selectFrom('room_reservations')
    .select(['block_id', 'day', 'end_time'])
    .where('block_id', 'in', ids)
    .where('state', '=', 'active')
    .execute()
  for (const blockId of ids) {
    const days = rows.filter(
      ({ block_id, day, end_time }) => block_id === blockId && kathmanduInstant(day, end_time) > app.now(),
    ).length
    if (days > 1) blocks.set(blockId, { blockId, days })
  }
  return blocks
}

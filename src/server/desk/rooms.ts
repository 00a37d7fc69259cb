import type { RoomReservationRow, readRooms } from '#contract/admin/rooms.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
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
    closed: findClosedReason(location, date),
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
    .select(['room_reservations.id', 'room_id', 'day', 'reason', 'booking_id'])
    .select(['room_reservations.start_time as start', 'room_reservations.end_time as end'])
    .select(['first_name', 'last_name', 'plan_name', 'email', 'phone'])
    .where('room_reservations.location_id', '=', locationId)
    .where('day', '=', date)
    .where('room_reservations.state', '=', 'active')
    .orderBy('start')
    .orderBy('room_id')
    .execute()
  return rows.map(({ id, room_id, day, start, end, reason, booking_id, first_name, last_name, ...row }) => ({
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
  }))
}

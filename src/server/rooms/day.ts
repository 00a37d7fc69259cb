import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import type { readRoomAvailability as readRoomAvailabilityCall } from '#contract/rooms.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { type BookableLocation, type LocationId, parseLocationId } from '#domain/location.ts'
import { ZERO } from '#domain/money.ts'
import { type Interval, listFreeIntervals, type Room } from '#domain/room.ts'
import type { App, Result } from '../app.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'

/** A meeting room and when it can still be reserved on a day. */
interface RoomDay {
  room: Room
  free: Interval[]
}

export const listMeetingRooms = (app: App, locationId: LocationId): Room[] =>
  app.rooms.filter((room) => room.locationId === locationId && room.kind === 'meeting_room')

/** The opening hours of a location with its closures from a day on. */
export async function readLocationOfRooms(
  app: App,
  db: Queries,
  locationId: LocationId,
  date: IsoDate,
): Promise<BookableLocation> {
  const location = app.catalogue.locations.find(({ id }) => id === locationId)
  if (!location) throw new Error(`there is no location ${locationId}`)
  return { ...location, closures: await readClosuresOfLocation(db, locationId, date) }
}

export async function readRoomDays(app: App, db: Queries, locationId: LocationId, date: IsoDate): Promise<RoomDay[]> {
  const rooms = listMeetingRooms(app, locationId)
  if (rooms.length === 0) return []
  const location = await readLocationOfRooms(app, db, locationId, date)
  const taken = await db
    .selectFrom('room_slots')
    .select(['room_id', 'slot'])
    .where('day', '=', date)
    .where(
      'room_id',
      'in',
      rooms.map(({ id }) => id),
    )
    .execute()
  return rooms.map((room) => {
    const slots = new Set(taken.filter(({ room_id }) => room_id === room.id).map(({ slot }) => slot))
    return { room, free: listFreeIntervals(room, location, date, slots, app.now()) }
  })
}

export async function readRoomAvailability(
  app: App,
  input: Input<typeof readRoomAvailabilityCall>,
): Result<typeof readRoomAvailabilityCall> {
  const locationId = parseLocationId(input.location)
  if (!locationId) return fail('invalid', { fields: { location: 'Send the id of one of our locations' } })
  const date = parseIsoDate(input.date)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const days = await readRoomDays(app, app.db.read, locationId, date)
  const pricePerHour = app.catalogue.addOns.find(({ id }) => id === 'meeting-room-hours')?.price ?? ZERO
  return succeed({
    rooms: days.map(({ room: { id, name, seats }, free }) => ({ id, name, seats, pricePerHour, free })),
  })
}

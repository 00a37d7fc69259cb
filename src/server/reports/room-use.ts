import type { readStats } from '#contract/admin/stats.ts'
import type { Output } from '#contract/endpoint.ts'
import { listDays } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import type { DateRange } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import { countMinutes, getRoomHours } from '#domain/room.ts'
import type { App } from '../app.ts'
import { readListedClosures } from '../closures/current.ts'
import { listMeetingRooms } from '../rooms/day.ts'

/** The meeting rooms of locations that can be booked. Rooms that staff blocked are not in use. */
export async function readRoomUse(
  app: App,
  { from, to }: DateRange,
  locationIds: readonly LocationId[],
): Promise<Output<typeof readStats>['rooms']> {
  const open = app.catalogue.locations.filter(({ id, available }) => available && locationIds.includes(id))
  if (open.length === 0) return []
  const reserved = await app.db.read
    .selectFrom('room_reservations')
    .select(({ fn }) => ['room_id', fn.sum('minutes').as('minutes')])
    .where(
      'location_id',
      'in',
      open.map(({ id }) => id),
    )
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('state', '=', 'active')
    .where('booking_id', 'is not', null)
    .groupBy('room_id')
    .execute()
  const minutes = new Map(reserved.map((row) => [row.room_id, Number(row.minutes)]))
  const days = listDays(from, to)
  return withClosures(open, await readListedClosures(app.db.read, from)).flatMap((location) =>
    listMeetingRooms(app, location.id).map((room) => ({
      roomId: room.id,
      name: room.name,
      locationId: location.id,
      minutes: minutes.get(room.id) ?? 0,
      bookable: days.reduce((sum, day) => {
        const hours = getRoomHours(room, location, day)
        return hours ? sum + countMinutes(hours) : sum
      }, 0),
    })),
  )
}

import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { type Failure, fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatHoursLeft, formatHoursLimit, ROOM_MESSAGES } from '#contract/room-messages.ts'
import { HOLDING_STATES } from '#domain/booking.ts'
import { countRangeDays } from '#domain/date-range.ts'
import { isDayPass } from '#domain/plan.ts'
import { countMinutes } from '#domain/room.ts'
import { BOUGHT_BUCKET } from '#domain/room-balance.ts'
import { MAX_HOURS_PER_DAY } from '#domain/room-hours.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { getPlacedRoomMinutes } from '../rooms/balances.ts'
import { listMeetingRooms, readRoomDays } from '../rooms/day.ts'
import { reserveRoom } from '../rooms/reservations.ts'

type ChosenRooms = NonNullable<Input<typeof placeBooking>['rooms']>

/**
 * Reserves the rooms that were chosen with a new booking, or checks that its room hours can be used. The claimed seat of
 * its day serialises the day passes of that day.
 */
export async function placeRoomHours(
  app: App,
  db: Queries,
  booking: Booking,
  rooms: ChosenRooms,
): Promise<Outcome<undefined>> {
  if (rooms.length > 0) return reserveChosenRooms(app, db, booking, rooms)
  const minutes = getPlacedRoomMinutes(booking)
  if (minutes === 0) return succeed(undefined)
  if (listMeetingRooms(app, booking.location_id).length === 0) return failAt(ROOM_MESSAGES.noRooms)
  if (isDayPass(booking.plan_id)) {
    const free = await readUnclaimedMinutes(app, db, booking, booking.id)
    return minutes <= free ? succeed(undefined) : failAt(formatHoursLeft(free))
  }
  const limit = MAX_HOURS_PER_DAY * countRangeDays({ from: booking.start_date, to: booking.end_date })
  return minutes <= limit * 60 ? succeed(undefined) : failAt(formatHoursLimit(limit))
}

async function reserveChosenRooms(
  app: App,
  db: Queries,
  booking: Booking,
  rooms: ChosenRooms,
): Promise<Outcome<undefined>> {
  if (!isDayPass(booking.plan_id)) return fail('invalid', { fields: { 'rooms.0': ROOM_MESSAGES.notADayPass } })
  let minutes = 0
  for (const [index, room] of rooms.entries()) {
    const reserved = await reserveRoom(app, db, booking, { ...room, date: booking.start_date }, null)
    if (!reserved.ok) return { ok: false, failure: toRoomFailure(reserved.failure, index) }
    minutes += reserved.value.minutes
  }
  const placed = getPlacedRoomMinutes(booking)
  return placed === Math.ceil(minutes / 60) * 60 ? succeed(undefined) : failAt(ROOM_MESSAGES.hoursMismatch)
}

/** Names the room by its place in the request. */
function toRoomFailure({ code, message, fields = {} }: Failure, index: number): Failure {
  if (fields.minutes !== undefined) return { code, fields: { meetingRoomHours: ROOM_MESSAGES.hoursMismatch } }
  const problem = message ?? Object.values(fields).join('. ')
  return { code, ...(message !== undefined && { message }), fields: { [`rooms.${index}`]: problem } }
}

const failAt = (message: string) => fail('invalid', { fields: { meetingRoomHours: message } })

/**
 * Free minutes of the rooms on the day of a day pass, without those that other day passes of the day have still to use
 * or are buying. The caller has locked the day.
 */
export async function readUnclaimedMinutes(
  app: App,
  db: Queries,
  { id, location_id, start_date }: Pick<Booking, 'id' | 'location_id' | 'start_date'>,
  exceptId = '',
): Promise<number> {
  const days = await readRoomDays(app, db, location_id, start_date)
  const free = days.flatMap((day) => day.free).reduce((total, interval) => total + countMinutes(interval), 0)
  // The booking's own purchase is replaced. Before the balances: one that is paid between the two reads counts twice, and is not missed.
  const purchases = await db
    .selectFrom('booking_changes')
    .innerJoin('bookings', 'bookings.id', 'booking_changes.booking_id')
    .select('booking_changes.minutes')
    .where('booking_changes.kind', '=', 'hours')
    .where('booking_changes.state', '=', 'open')
    .where('bookings.location_id', '=', location_id)
    .where('bookings.start_date', '=', start_date)
    .where('bookings.end_date', '=', start_date)
    .where('bookings.id', '<>', id)
    .execute()
  const passes = await db
    .selectFrom('bookings')
    .leftJoin('room_balances', (join) => join.onRef('booking_id', '=', 'bookings.id').on('bucket', '=', BOUGHT_BUCKET))
    .select(['lines', 'minutes'])
    .where('location_id', '=', location_id)
    .where('end_date', '=', start_date)
    .where('start_date', '=', start_date)
    .where('state', 'in', HOLDING_STATES)
    .where('bookings.id', '<>', exceptId)
    .execute()
  const unused = passes.reduce((left, { lines, minutes }) => left - (minutes ?? getPlacedRoomMinutes({ lines })), free)
  return purchases.reduce((left, { minutes }) => left - (minutes ?? 0), unused)
}

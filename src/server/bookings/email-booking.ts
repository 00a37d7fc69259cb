import { formatDate, kathmanduInstant } from '#domain/calendar.ts'
import type { Closure } from '#domain/closure.ts'
import { isDayPass } from '#domain/plan.ts'
import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { readReservationsOfBooking } from '../rooms/view.ts'

export interface EmailBooking extends Booking {
  /** Of its location, where the email names them. */
  closures?: readonly Closure[]
  /** Reserved rooms, where the email names them: `Walnut room, 10:00–12:00`. */
  rooms?: readonly string[]
  /** Rooms that a move has released. */
  releasedRooms?: readonly string[]
}

/** For an email about days that are still to come. */
export const loadEmailBooking = async (app: App, db: Queries, booking: Booking): Promise<EmailBooking> => ({
  ...booking,
  closures: await readClosuresOfLocation(db, booking.location_id, booking.start_date),
  rooms: await readRoomTexts(app, db, booking),
})

/** The reserved rooms of a booking that are still to come, with the day unless it has only one. */
export async function readRoomTexts(app: App, db: Queries, booking: Booking): Promise<string[]> {
  const reservations = await readReservationsOfBooking(db, booking.id)
  return reservations
    .filter(({ day, end_time }) => kathmanduInstant(day, end_time) > app.now())
    .map(({ room_id, day, start_time, end_time }) =>
      [
        findName(app.rooms, room_id),
        ...(isDayPass(booking.plan_id) ? [] : [formatDate(day)]),
        `${start_time}–${end_time}`,
      ].join(', '),
    )
}

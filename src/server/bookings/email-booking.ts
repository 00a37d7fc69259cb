import { formatDate, type IsoDate } from '#domain/calendar.ts'
import type { Closure } from '#domain/closure.ts'
import { isDayPass } from '#domain/plan.ts'
import { isRoomReleased, type Kept } from '#domain/release.ts'
import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { readReservationsOfBookings } from '../rooms/view.ts'
import { readCancelledGuests } from './guests.ts'

export interface EmailBooking extends Booking {
  /** Of its location, where the email names them. */
  closures?: readonly Closure[]
  /** Reserved rooms, where the email names them: `Walnut room, 10:00–12:00`. */
  rooms?: readonly string[]
  /** Rooms that were released when the booking changed. */
  releasedRooms?: readonly string[]
  /** The days of guests who were cancelled then, one for each guest. */
  cancelledGuests?: readonly IsoDate[]
  /** Bought room minutes that ended with the booking. */
  lostMinutes?: number
}

/** For an email about days that are still to come. */
export const loadEmailBooking = async (app: App, db: Queries, booking: Booking): Promise<EmailBooking> => ({
  ...booking,
  closures: await readClosuresOfLocation(db, booking.location_id, booking.start_date),
  rooms: await readRoomTexts(app, db, booking),
})

/** The reserved rooms of a booking that are still to come. */
export const readRoomTexts = (app: App, db: Queries, booking: Booking): Promise<string[]> =>
  readReleasedRooms(app, db, booking, {})

/** What a booking loses when it is moved, ends early or is cancelled. Runs before it changes. */
export const readReleases = async (
  app: App,
  db: Queries,
  booking: Booking,
  kept: Kept = {},
): Promise<Pick<EmailBooking, 'releasedRooms' | 'cancelledGuests'>> => ({
  releasedRooms: await readReleasedRooms(app, db, booking, kept),
  cancelledGuests: (await readCancelledGuests(app, db, booking, kept.guestDays)).map(({ day }) => day),
})

/** With the day unless the booking has only one. */
async function readReleasedRooms(app: App, db: Queries, booking: Booking, kept: Kept): Promise<string[]> {
  const reservations = await readReservationsOfBookings(db, [booking.id])
  return reservations
    .filter(({ day, end_time }) => isRoomReleased({ date: day, end: end_time }, app.now(), kept))
    .map(({ room_id, day, start_time, end_time }) =>
      [
        findName(app.rooms, room_id),
        ...(isDayPass(booking.plan_id) ? [] : [formatDate(day)]),
        `${start_time}–${end_time}`,
      ].join(', '),
    )
}

import type { BookingView } from '#contract/bookings.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { earlier, later } from '#domain/date-range.ts'
import { getRoomCancellationEnd, MAX_ROOM_DAYS_AHEAD } from '#domain/room.ts'
import { BOUGHT_BUCKET, listAllowancePeriods } from '#domain/room-balance.ts'
import type { App } from '../app.ts'
import { findName } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, RoomReservation } from '../db/schema.ts'
import { getIncludedMinutes, getPlacedRoomMinutes, toBookedPeriods } from './balances.ts'
import { listMeetingRooms } from './day.ts'

type BookingRooms = NonNullable<BookingView['rooms']>

/** The rooms of a booking as its customer sees them; undefined where none can be reserved. */
export async function readBookingRooms(app: App, db: Queries, booking: Booking): Promise<BookingRooms | undefined> {
  if (listMeetingRooms(app, booking.location_id).length === 0) return undefined
  const reservations = await readReservationsOfBookings(db, [booking.id])
  const until = getLastReservableDay(app, booking)
  return {
    list: reservations.map((reservation) => ({
      reservationId: reservation.id,
      roomId: reservation.room_id,
      roomName: findName(app.rooms, reservation.room_id),
      date: reservation.day,
      start: reservation.start_time,
      end: reservation.end_time,
      canCancel: canCancelRoom(app, reservation),
    })),
    balance: await readBalance(app, db, booking, until),
    until,
  }
}

/** The bought minutes that are left. */
export const readBoughtMinutes = async (app: App, db: Queries, booking: Booking): Promise<number> =>
  (await readBookingRooms(app, db, booking))?.balance.bought ?? 0

/** The active reservations, in order. */
export const readReservationsOfBookings = (db: Queries, bookingIds: readonly string[]): Promise<RoomReservation[]> =>
  db
    .selectFrom('room_reservations')
    .selectAll()
    .where('booking_id', 'in', bookingIds)
    .where('state', '=', 'active')
    .orderBy('day')
    .orderBy('start_time')
    .execute()

export const canCancelRoom = (app: App, { state, day, start_time }: RoomReservation): boolean =>
  state === 'active' && app.now() <= getRoomCancellationEnd(day, start_time)

function getLastReservableDay(app: App, { state, start_date, end_date }: Booking): IsoDate | null {
  const today = kathmanduDate(app.now())
  const until = earlier(end_date, addDays(today, MAX_ROOM_DAYS_AHEAD))
  return state === 'confirmed' && until >= later(start_date, today) ? until : null
}

async function readBalance(
  app: App,
  db: Queries,
  booking: Booking,
  until: IsoDate | null,
): Promise<BookingRooms['balance']> {
  const balances = await db
    .selectFrom('room_balances')
    .select(['bucket', 'minutes'])
    .where('booking_id', '=', booking.id)
    .execute()
  const granted = await db
    .selectFrom('room_minutes')
    .select(['bucket', 'minutes'])
    .where('booking_id', '=', booking.id)
    .where('kind', '=', 'included')
    .execute()
  const today = kathmanduDate(app.now())
  // A booking that starts later names the hours of its first period before they can be used.
  const last = until ?? (booking.state === 'confirmed' ? booking.start_date : null)
  const included = listAllowancePeriods(toBookedPeriods(booking))
    .filter(({ from, to }) => last !== null && to >= today && from <= last)
    .map(({ from, to }) => {
      const minutes = granted.find(({ bucket }) => bucket === from)?.minutes ?? getIncludedMinutes(booking)
      return { from, to, minutes, left: balances.find(({ bucket }) => bucket === from)?.minutes ?? minutes }
    })
    .filter(({ minutes }) => minutes > 0)
  const bought = balances.find(({ bucket }) => bucket === BOUGHT_BUCKET)?.minutes ?? getPlacedRoomMinutes(booking)
  return { included, bought }
}

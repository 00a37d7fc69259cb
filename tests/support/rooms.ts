import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { reserveOwnRoom as reserveOwnRoomCall } from '#contract/rooms.ts'
import type { Room } from '#domain/room.ts'
import type { App } from '#server/app.ts'
import { cancelOwnRoom, reserveOwnRoom } from '#server/customers/rooms.ts'
import { time } from '../domain/business.ts'
import { newKey, type Placed } from './orders.ts'

/** A meeting room for 8 of Dhobighat Hub, bookable from 08:00 to 20:00, with half an hour between reservations. */
export const WALNUT: Room = {
  id: 'walnut-room',
  locationId: 'dhobighat-hub',
  name: 'Walnut room',
  kind: 'meeting_room',
  seats: 8,
  equipment: [],
  bookableHours: { open: time('08:00'), close: time('20:00') },
  bufferMinutes: 30,
}
/** Bookable in all opening hours, without a buffer. */
export const WINDOW: Room = {
  ...WALNUT,
  id: 'window-room',
  name: 'Window room',
  seats: 4,
  bookableHours: undefined,
  bufferMinutes: 0,
}
export const ROOMS: readonly Room[] = [
  WALNUT,
  WINDOW,
  { ...WINDOW, id: 'booth', name: 'Phone booth', kind: 'phone_booth', seats: 1 },
  { ...WINDOW, id: 'ridge-room', name: 'Ridge room', locationId: 'kausimaa' },
]

export type RoomInput = Input<typeof reserveOwnRoomCall>

/** The Walnut room on Thursday 10 December 2026, from 10:00 to 12:00. */
export const roomInput = (changes: Partial<RoomInput> = {}): RoomInput => ({
  roomId: WALNUT.id,
  date: '2026-12-10',
  start: '10:00',
  end: '12:00',
  ...changes,
})

type Owned = Pick<Placed, 'bookingId' | 'secret'>

export const reserve = (app: App, { bookingId, secret }: Owned, changes: Partial<RoomInput> = {}, key = newKey()) =>
  reserveOwnRoom(app, { id: bookingId, secret }, roomInput(changes), key)

export const cancelRoom = (app: App, { bookingId, secret }: Owned, reservationId: string, key = newKey()) =>
  cancelOwnRoom(app, { id: bookingId, secret }, reservationId, key)

/**
 * Bookings whose used minutes are not the slots of their active reservations, and balances that are not the sum of
 * their entries or are negative; with rooms that never return a slot twice, both are empty.
 */
export async function findRoomMistakes({ db }: App): Promise<unknown[]> {
  const { rows: minutes } = await sql`
    select b.id,
      (select coalesce(sum(m.minutes), 0) from room_minutes m
        where m.booking_id = b.id and m.kind in ('used', 'returned')) as used,
      (select count(*) from room_slots s join room_reservations r on r.id = s.reservation_id
        where r.booking_id = b.id and s.is_buffer = 0) as slots
    from bookings b
    where (select coalesce(sum(m.minutes), 0) from room_minutes m
        where m.booking_id = b.id and m.kind in ('used', 'returned'))
      <> -30 * (select count(*) from room_slots s join room_reservations r on r.id = s.reservation_id
        where r.booking_id = b.id and s.is_buffer = 0)`.execute(db.read)
  const { rows: balances } = await sql`
    select b.booking_id, b.bucket, b.minutes from room_balances b
    where b.minutes < 0 or b.minutes <> (select coalesce(sum(m.minutes), 0) from room_minutes m
      where m.booking_id = b.booking_id and m.bucket = b.bucket)`.execute(db.read)
  const { rows: slots } = await sql`
    select s.reservation_id from room_slots s join room_reservations r on r.id = s.reservation_id
    where r.state = 'released' or s.room_id <> r.room_id or s.day <> r.day`.execute(db.read)
  return [...minutes, ...balances, ...slots]
}

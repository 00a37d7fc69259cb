import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { Bucket } from '#domain/room-balance.ts'
import type { Instant } from '../instant.ts'

export interface RoomTables {
  /** Never changed except to release it, so a move is a new reservation. */
  room_reservations: {
    id: string
    room_id: string
    location_id: LocationId
    day: IsoDate
    start_time: ClockTime
    end_time: ClockTime
    /** Without the buffer. */
    minutes: number
    /** Null if staff blocked the room. */
    booking_id: string | null
    /** Why staff blocked the room; null for a booking. */
    reason: string | null
    /** The same for all days of a block; null for a booking, and for blocks of earlier versions. */
    block_id: string | null
    /** The staff member who reserved or blocked it; null is the customer. */
    staff_id: string | null
    state: 'active' | 'released'
    created_at: Instant
    released_at: Instant | null
  }
  /** Half hours from midnight that a reservation or its buffer takes. */
  room_slots: { room_id: string; day: IsoDate; slot: number; reservation_id: string; is_buffer: number }
  /** The minutes left in each bucket of a booking: the sum of its `room_minutes`. */
  room_balances: { booking_id: string; bucket: Bucket; minutes: number }
  /** Never updated or deleted. Used minutes are negative. */
  room_minutes: {
    id: string
    booking_id: string
    bucket: Bucket
    kind: 'included' | 'bought' | 'used' | 'returned'
    minutes: number
    /** Of used and returned minutes. */
    reservation_id: string | null
    /** The purchase of bought minutes; null if they were bought with the booking. */
    change_id: string | null
    created_at: Instant
  }
}

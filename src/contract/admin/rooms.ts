import * as z from 'zod/mini'
import { clockTimeSchema, isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { reasonSchema } from './audit.ts'
import { text } from './booking-detail.ts'

const intervalSchema = z.object({ start: clockTimeSchema, end: clockTimeSchema })

export const roomReservationSchema = z.extend(intervalSchema, {
  reservationId: z.string(),
  roomId: z.string(),
  roomName: z.string(),
  date: isoDateSchema,
  /** `null` if staff blocked the room. Its email can be empty. */
  booking: z.nullable(
    z.object({
      bookingId: z.string(),
      customerName: z.string(),
      planName: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  ),
  /** Why staff blocked the room; `null` for a booking. */
  reason: z.nullable(z.string()),
  /** The block that it belongs to, and how many of its days are not over; `null` unless there are several. */
  block: z.nullable(z.object({ blockId: z.string(), days: z.int() })),
})
export type RoomReservationRow = z.output<typeof roomReservationSchema>

const roomDaySchema = z.object({
  locationId: z.string(),
  locationName: z.string(),
  date: isoDateSchema,
  /** Why the location is closed; absent if it is open. */
  closed: z.optional(z.string()),
  /** The first open day after it; absent if it is open. */
  nextOpenDay: z.optional(isoDateSchema),
  /** The meeting rooms. */
  rooms: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      seats: z.int(),
      /** The bookable hours of the day; `null` if there are none. */
      hours: z.nullable(intervalSchema),
      /** Each full or half hour within one of them can be the start or the end of a reservation. */
      free: z.array(intervalSchema),
    }),
  ),
  /** By start. */
  reservations: z.array(roomReservationSchema),
})

/** The rooms of a location on a day. */
export const readRooms = staffEndpoint({
  method: 'GET',
  path: '/api/admin/rooms',
  input: z.object({ location: text(60), date: text(40) }),
  output: roomDaySchema,
  failures: ['not_found', 'invalid'],
})

/** Some confirmed bookings of a day that match, for whom a room can be reserved. */
export const findRoomBookings = staffEndpoint({
  method: 'GET',
  path: '/api/admin/rooms/bookings',
  input: z.object({ location: text(60), date: text(40), q: z.optional(text(200)) }),
  output: z.object({
    bookings: z.array(
      z.object({
        bookingId: z.string(),
        customerName: z.string(),
        planName: z.string(),
        /** Left for this day. */
        minutes: z.int(),
      }),
    ),
  }),
  failures: ['invalid'],
})

const choice = { roomId: text(60), date: text(40), start: text(40), end: text(40) }
const failures = ['not_found', 'forbidden', 'wrong_state', 'invalid'] as const

/**
 * Reserves a room with the minutes of a booking, or blocks it for a reason, which managers can do: from `date` to
 * `lastDay`, each later day within its bookable hours, and none if the room is taken on one of them.
 */
export const reserveRoom = staffEndpoint({
  method: 'POST',
  path: '/api/admin/rooms/reservations',
  input: z.strictObject({
    bookingId: z.optional(text(60)),
    reason: z.optional(reasonSchema),
    lastDay: z.optional(text(40)),
    ...choice,
  }),
  output: roomDaySchema,
  failures: [...failures, 'sold_out', 'idempotency_mismatch', 'idempotency_missing'],
})

/** Replaces a reservation by one at another time or in another room of the location; its id changes. */
export const moveRoomReservation = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/rooms/reservations/{id}',
  input: z.strictObject(choice),
  output: roomDaySchema,
  failures: [...failures, 'sold_out', 'changed_meanwhile'],
})

/** Until its end. The minutes return to the booking. */
export const releaseRoomReservation = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/rooms/reservations/{id}',
  output: roomDaySchema,
  failures: [...failures, 'changed_meanwhile'],
})

/** Releases every day of a block that is not over, and returns the rooms on `date`. */
export const releaseRoomBlock = staffEndpoint({
  method: 'POST',
  path: '/api/admin/rooms/blocks/{id}/release',
  role: 'manager',
  input: z.strictObject({ date: text(40) }),
  output: roomDaySchema,
  failures: ['not_found', 'invalid', 'changed_meanwhile'],
})

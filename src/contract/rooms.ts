import * as z from 'zod/mini'
import { bookingSchema } from './bookings.ts'
import { clockTimeSchema, paisaSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

// Long enough that realistic mistakes get the message of their field.
const text = (max: number) => z.string().check(z.maxLength(max))

/** The meeting rooms of a location, and when they can still be reserved on a day. */
export const readRoomAvailability = endpoint({
  method: 'GET',
  path: '/api/rooms/availability',
  access: 'anyone',
  input: z.object({ location: text(60), date: text(40) }),
  output: z.object({
    rooms: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        seats: z.int(),
        pricePerHour: paisaSchema,
        /** Each full or half hour within one of them can be the start or the end of a reservation. */
        free: z.array(z.object({ start: clockTimeSchema, end: clockTimeSchema })),
      }),
    ),
  }),
  failures: ['invalid', 'too_many'],
})

const failures = ['not_found', 'wrong_state', 'too_many', 'idempotency_missing', 'idempotency_mismatch'] as const

/** Uses included minutes first, then bought ones; fails with `fields.minutes` if there are not enough. */
export const reserveOwnRoom = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/rooms',
  access: 'customer',
  input: z.strictObject({ roomId: text(60), date: text(40), start: text(40), end: text(40) }),
  output: bookingSchema,
  failures: [...failures, 'invalid', 'sold_out'],
})

/** Returns the minutes; until 2 hours before the start. */
export const cancelOwnRoom = endpoint({
  method: 'DELETE',
  path: '/api/bookings/{id}/rooms/{child}',
  access: 'customer',
  output: bookingSchema,
  failures,
})

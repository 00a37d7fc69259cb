import * as z from 'zod/mini'
import { MAX_BOUGHT_HOURS } from '#domain/room-hours.ts'
import { bookingChangeSchema, bookingSchema } from './bookings.ts'
import { endpoint } from './endpoint.ts'

/** Opens the purchase of room hours, which are added to the booking when they are paid. */
export const buyRoomHours = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/hours',
  status: 202,
  access: 'customer',
  input: z.strictObject({
    hours: z.int(),
    /** The displayed price in paisa, only compared: a different one fails with `price_changed`. */
    expectedAmount: z.optional(z.int()),
  }),
  output: z.object({
    booking: bookingSchema,
    /** What has to be paid. `null` if a repeated request finds it paid or ended. */
    change: z.nullable(bookingChangeSchema),
  }),
  failures: [
    'not_found',
    'wrong_state',
    'invalid',
    'price_changed',
    'already_done',
    'idempotency_mismatch',
    'idempotency_missing',
    'too_many',
  ],
})

export const HOURS_RANGE = `Choose 1 to ${MAX_BOUGHT_HOURS} hours.`

export const HOURS_NOT_SOLD =
  'Room hours can be added only to a confirmed booking that has not ended, and not while new dates wait for their payment.'

export const HOURS_BEING_PAID =
  'A payment for room hours has been started. Finish it, or wait until it ends, then buy more.'

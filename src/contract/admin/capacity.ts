import * as z from 'zod/mini'
import { isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'

const capacitySchema = z.object({
  locationId: z.string(),
  /** Of today. */
  seats: z.int(),
  /** Before the first change. */
  contentSeats: z.int(),
  /** The one that applies today, if any, and later ones, by date. `by` is the name of the staff member. */
  changes: z.array(z.object({ from: isoDateSchema, seats: z.int(), reason: z.string(), by: z.string() })),
  /** Those that end today or later, by first day. */
  blocks: z.array(
    z.object({
      id: z.string(),
      from: isoDateSchema,
      to: isoDateSchema,
      seats: z.int(),
      reason: z.string(),
      by: z.string(),
      /**
       * Days from today on that lack free seats: `booked` of them are booked, the others are in other blocks. The block
       * takes them when they become free.
       */
      short: z.array(z.object({ date: isoDateSchema, seats: z.int(), booked: z.int() })),
    }),
  ),
  /** Days from today on with more taken seats than there are: `short` of them have to move. */
  short: z.array(z.object({ date: isoDateSchema, seats: z.int(), taken: z.int(), short: z.int() })),
})
export type Capacity = z.output<typeof capacitySchema>

export const readCapacity = staffEndpoint({
  method: 'GET',
  path: '/api/admin/capacity',
  role: 'manager',
  input: z.object({ location: z.string() }),
  output: capacitySchema,
  failures: ['not_found'],
})

const seatChangeInput = z.strictObject({
  locationId: z.string().check(z.maxLength(60)),
  from: z.string().check(z.maxLength(40)),
  seats: z.int(),
  reason: z.string().check(z.maxLength(1_000)),
})

/**
 * Changes the seats of a location from a day on, until the next change. Replaces a change from the same day, or removes it
 * if the number is that of the day before.
 */
export const changeSeats = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/capacity/seats',
  role: 'manager',
  input: seatChangeInput,
  output: capacitySchema,
  failures: ['invalid'],
})

/** Takes seats out on some days, at most those that the location has: those that are free now, the others as soon as they become free. */
export const createBlock = staffEndpoint({
  method: 'POST',
  path: '/api/admin/blocks',
  status: 201,
  role: 'manager',
  input: z.extend(seatChangeInput, { to: z.string().check(z.maxLength(40)) }),
  output: capacitySchema,
  failures: ['invalid', 'idempotency_missing', 'idempotency_mismatch'],
})

/** Releases the seats of a block from today on; repeating it changes nothing. */
export const removeBlock = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/blocks/{id}',
  role: 'manager',
  output: capacitySchema,
  failures: ['not_found'],
})

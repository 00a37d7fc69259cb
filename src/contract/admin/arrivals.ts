import * as z from 'zod/mini'
import { isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'

const arrivalSchema = z.object({
  date: isoDateSchema,
  /** When `seats` was marked last; `null` without an arrival. */
  arrivedAt: z.nullable(z.string()),
  /** Seats whose people are here. */
  seats: z.int(),
})
export type Arrival = z.output<typeof arrivalSchema>

/** Marks or clears today's arrival, or how many of a booking's people are here. */
export const markArrival = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/bookings/{id}/arrival',
  input: z.strictObject({
    /** Today as displayed; another date is rejected. */
    date: z.string().check(z.maxLength(40)),
    arrived: z.boolean(),
    /** How many are here; all of the booking if absent. */
    seats: z.optional(z.int().check(z.minimum(1))),
    /** The displayed time of arrival; if it has changed, the call fails with `changed_meanwhile`. */
    expectedArrivedAt: z.nullable(z.string().check(z.maxLength(40))),
  }),
  output: arrivalSchema,
  failures: ['not_found', 'changed_meanwhile', 'wrong_state', 'invalid'],
})

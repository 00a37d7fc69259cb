import * as z from 'zod/mini'
import { bookingSchema } from './bookings.ts'
import { endpoint } from './endpoint.ts'

export const peopleInput = z.strictObject({
  /** By seat; an empty name is a seat without one. */
  people: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(40)),
})

/** Replaces the names of the people on the seats of a booking, until its last day is over. */
export const changePeople = endpoint({
  method: 'PUT',
  path: '/api/bookings/{id}/people',
  access: 'customer',
  input: peopleInput,
  output: bookingSchema,
  failures: ['not_found', 'wrong_state', 'invalid', 'too_many', 'idempotency_mismatch', 'idempotency_missing'],
})

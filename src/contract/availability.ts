import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Seats and seats taken per day, at most 400 days in one call. */
export const readAvailability = endpoint({
  method: 'GET',
  path: '/api/availability',
  access: 'anyone',
  input: z.object({ location: z.string(), from: z.string(), to: z.string() }),
  output: z.object({
    locationId: z.string(),
    days: z.array(z.object({ date: z.string(), seats: z.int(), taken: z.int() })),
  }),
  failures: ['invalid', 'too_many'],
})

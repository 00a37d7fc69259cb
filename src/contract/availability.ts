import * as z from 'zod/mini'
import { isoDateSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

/** At most 400 days in one call. */
export const readAvailability = endpoint({
  method: 'GET',
  path: '/api/availability',
  access: 'anyone',
  input: z.object({ location: z.string(), from: z.string(), to: z.string() }),
  output: z.object({
    locationId: z.string(),
    /** `closed` is the reason why no booking can start on the day. */
    days: z.array(z.object({ date: isoDateSchema, seats: z.int(), taken: z.int(), closed: z.optional(z.string()) })),
  }),
  failures: ['invalid', 'too_many'],
})

import * as z from 'zod/mini'
import { clockTimeSchema, isoDateSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

export const closureSchema = z.object({
  id: z.string(),
  /** `null` for every location. */
  locationId: z.nullable(z.string()),
  /** First and last day. */
  from: isoDateSchema,
  to: isoDateSchema,
  /** Shown to visitors. */
  reason: z.string(),
  /** `null` on closed days, else the hours of these days. */
  hours: z.nullable(z.object({ open: clockTimeSchema, close: clockTimeSchema })),
})

/** Closed days and other hours from today on. An entry of a location replaces one of every location. */
export const readClosures = endpoint({
  method: 'GET',
  path: '/api/closures',
  access: 'anyone',
  output: z.object({ closures: z.array(closureSchema) }),
  failures: ['too_many'],
})

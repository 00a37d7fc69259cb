import * as z from 'zod/mini'
import { isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { text } from './booking-detail.ts'

export const MAX_HANDOVER_LENGTH = 2_000

/** What the desk leaves for the next shift at a location, on one day. */
export const handoverSchema = z.object({
  /** Empty without a note. */
  body: z.string(),
  /** 0 before the first note. */
  version: z.int(),
  by: z.nullable(z.string()),
  /** The last note of an earlier day, until the day has its own. */
  earlier: z.nullable(z.object({ date: isoDateSchema, body: z.string(), by: z.string() })),
})
export type Handover = z.output<typeof handoverSchema>

/** Replaces the note of a day. Empty text removes it. */
export const saveHandover = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/handover',
  input: z.strictObject({
    locationId: text(60),
    date: text(40),
    version: z.int(),
    body: text(MAX_HANDOVER_LENGTH),
  }),
  output: handoverSchema,
  failures: ['not_found', 'invalid', 'changed_meanwhile'],
})

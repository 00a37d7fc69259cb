import * as z from 'zod/mini'
import { isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

const waitingRowSchema = z.object({
  entryId: z.string(),
  email: z.string(),
  /** Empty if not given. */
  phone: z.string(),
  locationId: z.string(),
  /** `null` for the whole location. */
  planId: z.nullable(z.string()),
  /** `null` unless the entry waits for a full day. */
  day: z.nullable(isoDateSchema),
  /** When the email address was confirmed, which is the order of the list. */
  since: z.string(),
  /** Until when a seat is held for the entry; `null` without an offer. */
  offeredUntil: z.nullable(z.string()),
})
export type WaitingRow = z.output<typeof waitingRowSchema>

/** Confirmed entries by location, day and plan, in the order in which we write to them. */
export const listWaiting = staffEndpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  role: 'manager',
  input: z.object({
    location: z.optional(z.string().check(z.maxLength(60))),
    day: z.optional(z.string().check(z.maxLength(40))),
    cursor: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: z.object({ items: z.array(waitingRowSchema), ...pageSchema }),
  failures: ['invalid'],
})

/** The visitor is not notified. */
export const removeWaiting = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/waiting/{id}',
  role: 'manager',
  failures: ['not_found'],
})

import * as z from 'zod/mini'
import { isoDateSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** Emails a link that confirms the address. A known address gets the same response. */
export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/api/waiting',
  status: 202,
  access: 'anyone',
  form: { sent: '/waiting/sent', unsent: '/waiting/unsent' },
  // A plain form sends an empty phone and plan.
  input: z.strictObject({
    locationId: text(60),
    /** A plan that cannot be booked. Without plan and day, the visitor waits for the location to open. */
    planId: z.optional(text(60)),
    /** A full day, for one seat with a day pass. */
    day: z.optional(text(40)),
    email: text(500),
    phone: z.optional(text(100)),
  }),
  failures: ['invalid', 'unavailable', 'too_many'],
})

/** From the emailed link. Each token does one thing only. */
const link = z.strictObject({ entry: text(60), token: text(100) })

export const confirmWaiting = endpoint({
  method: 'POST',
  path: '/api/waiting/confirm',
  access: 'anyone',
  input: link,
  failures: ['not_found'],
})

export const leaveWaitingList = endpoint({
  method: 'POST',
  path: '/api/waiting/leave',
  access: 'anyone',
  input: link,
  failures: ['not_found'],
})

/** A seat that is held for a visitor; the bearer token is that of its link. */
export const readSeatOffer = endpoint({
  method: 'GET',
  path: '/api/offers/{id}',
  access: 'customer',
  output: z.object({
    locationId: z.string(),
    date: isoDateSchema,
    expiresAt: z.string(),
    /** `closed` if the location is closed on the day now. */
    state: z.enum(['open', 'taken', 'expired', 'closed']),
  }),
  failures: ['not_found'],
})

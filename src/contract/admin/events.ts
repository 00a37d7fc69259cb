import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { bookingRowSchema } from './bookings.ts'
import { membershipRowSchema } from './memberships.ts'
import { messageRowSchema } from './messages.ts'

/**
 * Server-sent events of `GET /api/admin/events`: `…_new` when a booking, a membership or a message is there,
 * `…_update` when it has changed; each brings its row as it is now. Everybody hears what they may read: of bookings and
 * memberships those of their own locations, of messages and prices from managers on. The `id` of an event resumes the stream
 * (`Last-Event-ID`, or `after` for a new stream). An event may come twice: its id tells. Besides them the stream sends
 * `beat` while nothing happens, `reload` when too much happened since `after` to be told one by one, and `ended` once
 * the session is over.
 */
export const staffEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['booking_new', 'booking_update']), booking: bookingRowSchema }),
  z.object({ kind: z.enum(['membership_new', 'membership_update']), membership: membershipRowSchema }),
  z.object({ kind: z.enum(['message_new', 'message_update']), message: messageRowSchema }),
  /** The price list has this version now; whoever shows it reads it. */
  z.object({ kind: z.enum(['prices_update']), version: z.int() }),
])
export type StaffEvent = z.output<typeof staffEventSchema>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  access: 'staff',
  passive: true,
  input: z.object({ after: z.optional(z.string().check(z.maxLength(100))) }),
  output: staffEventSchema,
  failures: ['not_ready'],
})

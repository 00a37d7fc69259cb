import * as z from 'zod/mini'
import { staffEndpoint } from '../endpoint.ts'
import { bookingRowSchema } from './bookings.ts'
import { membershipRowSchema } from './memberships.ts'
import { messageRowSchema } from './messages.ts'
import { tourRowSchema } from './tours.ts'

/**
 * Server-sent events that the account may read; the `id` resumes the stream, and an event can arrive twice. The stream
 * also sends `heartbeat` while idle, `reload` instead of too many events, and `ended` with the end of the session.
 */
const staffEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['booking_new', 'booking_update']), booking: bookingRowSchema }),
  z.object({ kind: z.enum(['membership_new', 'membership_update']), membership: membershipRowSchema }),
  z.object({ kind: z.enum(['message_new', 'message_update']), message: messageRowSchema }),
  z.object({ kind: z.enum(['tour_new', 'tour_update']), tour: tourRowSchema }),
  z.object({ kind: z.enum(['prices_update', 'closures_update']), version: z.int() }),
  z.object({ kind: z.enum(['rooms_update', 'capacity_update']), locationId: z.string() }),
])
export type StaffEvent = z.output<typeof staffEventSchema>

export const streamEvents = staffEndpoint({
  method: 'GET',
  path: '/api/admin/events',
  passive: true,
  input: z.object({ after: z.optional(z.string().check(z.maxLength(100))) }),
  output: staffEventSchema,
  failures: ['not_ready'],
})

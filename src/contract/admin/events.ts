import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { bookingRowShape } from './bookings.ts'

/**
 * Server-sent events of `GET /api/admin/events`: `booking_new` when a visitor's booking is placed, `booking_update`
 * when its state changes. The `id` of an event resumes the stream (`Last-Event-ID`, or `after` for a new stream). An
 * event may come twice: its id tells. Besides them the stream sends `beat` while nothing happens, and `reload` when
 * too much happened since `after` to be told one by one.
 */
export const staffEventShape = z.object({ kind: z.enum(['booking_new', 'booking_update']), booking: bookingRowShape })
export type StaffEvent = z.output<typeof staffEventShape>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  access: 'staff',
  passive: true,
  input: z.object({ after: z.optional(z.string().check(z.maxLength(100))) }),
  output: staffEventShape,
  failures: ['not_ready'],
})

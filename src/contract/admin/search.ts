import * as z from 'zod/mini'
import { staffEndpoint } from '../endpoint.ts'
import { bookingRowSchema } from './bookings.ts'
import { membershipRowSchema } from './memberships.ts'

/** Returns the latest bookings and members that match every word. */
export const searchAll = staffEndpoint({
  method: 'GET',
  path: '/api/admin/search',
  input: z.object({ q: z.string().check(z.maxLength(200)) }),
  output: z.object({
    bookings: z.array(
      z.pick(bookingRowSchema, {
        bookingId: true,
        customerName: true,
        locationName: true,
        planName: true,
        startDate: true,
        state: true,
      }),
    ),
    members: z.array(
      z.pick(membershipRowSchema, {
        membershipId: true,
        customerName: true,
        planName: true,
        endDate: true,
        status: true,
      }),
    ),
  }),
})

import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { MEMBERSHIP_STATES } from '#domain/membership.ts'
import { endpoint } from '../endpoint.ts'

/** The few latest bookings and members whose name, address or reference holds every word; for the command palette. */
export const searchAll = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: 'staff',
  input: z.object({ q: z.string().check(z.maxLength(200)) }),
  output: z.object({
    bookings: z.array(
      z.object({
        bookingId: z.string(),
        customerName: z.string(),
        locationName: z.string(),
        planName: z.string(),
        startDate: z.string(),
        state: z.enum(BOOKING_STATES),
      }),
    ),
    members: z.array(
      z.object({
        membershipId: z.string(),
        customerName: z.string(),
        planName: z.string(),
        endDate: z.string(),
        status: z.enum(MEMBERSHIP_STATES),
      }),
    ),
  }),
  failures: [],
})

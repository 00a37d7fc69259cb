import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { endpoint } from '../endpoint.ts'

export const bookingRowShape = z.object({
  bookingId: z.string(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  planId: z.string(),
  planName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** Paisa, the method's fee included once there is one. */
  amount: z.int(),
  method: z.nullable(z.enum(PAYMENT_METHODS)),
  state: z.enum(BOOKING_STATES),
  createdAt: z.string(),
  /** What a person has to look at: money that is not what was asked or that came twice, or a gateway that never said. */
  attention: z.nullable(z.enum(['amount_differs', 'paid_twice', 'unsettled'])),
})
export type BookingRow = z.output<typeof bookingRowShape>

export const listBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  access: 'staff',
  input: z.object({
    /** Part of a name, an email address or a booking id. */
    q: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(BOOKING_STATES)),
    location: z.optional(z.string()),
    cursor: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  output: z.object({ items: z.array(bookingRowShape), next: z.nullable(z.string()) }),
  failures: ['invalid'],
})

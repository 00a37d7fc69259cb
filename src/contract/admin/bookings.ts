import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { endpoint } from '../endpoint.ts'
import { toCheckShape } from './payments.ts'

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
  /**
   * What a person has to look at: money that is not what was asked or that came twice, a gateway that never said, a
   * receipt that was sent before.
   */
  attention: z.nullable(z.enum(['amount_differs', 'paid_twice', 'unsettled', 'receipt_seen'])),
  /** The payment that waits for the staff's word. */
  toCheck: z.nullable(toCheckShape),
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

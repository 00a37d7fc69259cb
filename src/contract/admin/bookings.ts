import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { endpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'
import { paymentToCheckSchema } from './payments.ts'

export const bookingRowSchema = z.object({
  bookingId: z.string(),
  customerName: z.string(),
  /** Empty where somebody at the desk gave none; of the two one is there. */
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  planId: z.string(),
  planName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  /** Paisa, the method's fee included once there is one. */
  amount: z.int(),
  method: z.nullable(z.enum(RECORDED_METHODS)),
  state: z.enum(BOOKING_STATES),
  /** Rises with every change. */
  version: z.int(),
  createdAt: z.string(),
  /**
   * What a person has to look at: money that is not what was asked or that came twice, a gateway that never said, a
   * receipt that was sent before.
   */
  attention: z.nullable(z.enum(['amount_differs', 'paid_twice', 'unsettled', 'receipt_seen'])),
  /** The payment that waits for the staff's word. */
  toCheck: z.nullable(paymentToCheckSchema),
  /** Id of the payment that a decision about the booking belongs to. */
  toDecide: z.nullable(z.string()),
})
export type BookingRow = z.output<typeof bookingRowSchema>

export const BOOKING_SORTS = ['created', 'start', 'amount', 'name'] as const
export const ORDERS = ['asc', 'desc'] as const

const id = z.optional(z.string().check(z.maxLength(60)))
const date = z.optional(z.string().check(z.maxLength(40)))

/** What the list and its export are narrowed by; one empty field is no filter. */
export const bookingFilter = {
  /** Parts of a name, an email address, a telephone number, a company or a booking id. */
  q: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(BOOKING_STATES)),
  location: id,
  plan: id,
  /** Of the payment that counts: the paid one, else the latest. */
  method: z.optional(z.enum(RECORDED_METHODS)),
  /** Kathmandu dates, both inclusive: of the days that a booking covers, or of the day on which it was placed. */
  dates: z.optional(z.enum(['covered', 'created'])),
  from: date,
  to: date,
  /** `created` where it is not said. */
  sort: z.optional(z.enum(BOOKING_SORTS)),
  /** `desc` where it is not said. */
  order: z.optional(z.enum(ORDERS)),
}

export const listBookings = endpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  access: 'staff',
  input: z.object({ ...bookingFilter, cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  output: z.object({ items: z.array(bookingRowSchema), ...pageSchema }),
  failures: ['invalid'],
})

import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'
import { paymentToCheckSchema } from './payments.ts'

export const bookingRowSchema = z.object({
  bookingId: z.string(),
  customerName: z.string(),
  /** Empty if not given; a booking has an email or a phone. */
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  planId: z.string(),
  planName: z.string(),
  seats: z.int(),
  startDate: isoDateSchema,
  endDate: isoDateSchema,
  /** Paisa; includes paid changes, and the fee of a payment that is paid, refunded or may still be paid. */
  amount: paisaSchema,
  method: z.nullable(z.enum(RECORDED_METHODS)),
  state: z.enum(BOOKING_STATES),
  /** Increases with every change. */
  version: z.int(),
  createdAt: z.string(),
  /** Why the booking needs review; `unsettled` if the gateway never reported a result. */
  attention: z.nullable(z.enum(['amount_differs', 'paid_twice', 'unsettled', 'refund_due', 'receipt_reused'])),
  paymentToCheck: z.nullable(paymentToCheckSchema),
  /** Id of the payment that needs a decision, or that `attention` is about. */
  paymentToDecide: z.nullable(z.string()),
})
export type BookingRow = z.output<typeof bookingRowSchema>

export const BOOKING_SORTS = ['created', 'start', 'name'] as const
export const ORDERS = ['asc', 'desc'] as const

const id = z.optional(z.string().check(z.maxLength(60)))
const date = z.optional(z.string().check(z.maxLength(40)))

/** Filter of the list and its export; an empty field is no filter. */
export const bookingFilter = {
  /** Parts of a name, email address, phone number, company or booking id. */
  q: z.optional(z.string().check(z.maxLength(200))),
  state: z.optional(z.enum(BOOKING_STATES)),
  location: id,
  plan: id,
  /** Of the paid payment, else of the latest. */
  method: z.optional(z.enum(RECORDED_METHODS)),
  /** Kathmandu dates, both inclusive: of the days covered, or of the day of booking. */
  dates: z.optional(z.enum(['covered', 'created'])),
  from: date,
  to: date,
  /** Default: `created`. */
  sort: z.optional(z.enum(BOOKING_SORTS)),
  /** Default: `desc`. */
  order: z.optional(z.enum(ORDERS)),
}

export const listBookings = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bookings',
  input: z.object({ ...bookingFilter, cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  output: z.object({
    items: z.array(bookingRowSchema),
    ...pageSchema,
    /** The amounts of all pages; with `total`, unless that is above `MAX_COUNTED`. */
    sum: z.optional(paisaSchema),
  }),
  failures: ['invalid'],
})

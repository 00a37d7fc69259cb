import * as z from 'zod/mini'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'

/** Bookings placed in a period, and their seats. Revenue is in rupees; `null` without access to money. */
const totalsSchema = z.object({
  bookings_count: z.int(),
  seats_count: z.int(),
  bookings_pending: z.int(),
  bookings_revenue_npr: z.nullable(z.number()),
})
/** Revenue is in paisa; `null` without access to money. */
const breakdownFields = { bookings: z.int(), seats: z.int(), revenue: z.nullable(paisaSchema) }

/**
 * Stats of bookings placed in a range of Kathmandu days, and in the latest earlier range on the same weekdays: of its last
 * day until this time if the range ends today.
 */
export const readStats = staffEndpoint({
  method: 'GET',
  path: '/api/admin/stats',
  input: z.object({ from: z.string(), to: z.string(), location: z.optional(z.string()) }),
  output: z.object({
    from: isoDateSchema,
    to: isoDateSchema,
    previous: z.object({ from: isoDateSchema, to: isoDateSchema }),
    totals: totalsSchema,
    previousTotals: totalsSchema,
    /** Every day of the range. */
    days: z.array(z.object({ date: isoDateSchema, ...breakdownFields })),
    locations: z.array(z.object({ locationId: z.string(), ...breakdownFields })),
    /** `null` if no payment was started. */
    methods: z.array(z.object({ method: z.nullable(z.enum(RECORDED_METHODS)), ...breakdownFields })),
    /** The minutes of each meeting room on days of the range: reserved by bookings, and those that it can be booked. */
    rooms: z.array(
      z.object({ roomId: z.string(), name: z.string(), locationId: z.string(), minutes: z.int(), bookable: z.int() }),
    ),
  }),
  failures: ['invalid'],
})

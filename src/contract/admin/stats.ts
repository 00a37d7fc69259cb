import * as z from 'zod/mini'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Counters for bookings placed in a period, under the names of the browser edition's counters. Revenue is in rupees,
 * `null` without access to money.
 */
const countersSchema = z.object({
  bookings_count: z.int(),
  bookings_pending: z.int(),
  bookings_revenue_npr: z.nullable(z.number()),
})
/** A part of the period's bookings, its revenue in paisa. */
const breakdownFields = { bookings: z.int(), revenue: z.nullable(z.int()) }

/** How the business does: bookings placed from one Kathmandu day to another, and in as many days before. */
export const readStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'staff',
  input: z.object({ from: z.string(), to: z.string(), location: z.optional(z.string()) }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    figures: countersSchema,
    figuresBefore: countersSchema,
    /** Every day of the period. */
    days: z.array(z.object({ date: z.string(), ...breakdownFields })),
    locations: z.array(z.object({ locationId: z.string(), ...breakdownFields })),
    /** Null: nobody has begun to pay. */
    methods: z.array(z.object({ method: z.nullable(z.enum(RECORDED_METHODS)), ...breakdownFields })),
  }),
  failures: ['invalid'],
})

import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { CASH_UP_STATUSES } from '#domain/till.ts'
import { isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { bookingRowSchema } from './bookings.ts'
import { handoverSchema } from './handover.ts'

export const DAYS_AHEAD = 60

/** A person with a seat at a location on a day. */
export const attendeeSchema = z.object({
  bookingId: z.string(),
  customerName: z.string(),
  planName: z.string(),
  seats: z.int(),
  startDate: isoDateSchema,
  endDate: isoDateSchema,
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  state: z.enum(BOOKING_STATES),
  /** When an arrival was marked last; `null` if none was. */
  arrivedAt: z.nullable(z.string()),
  /** Seats whose people are here. */
  arrivedSeats: z.int(),
})

const daySeatsSchema = z.object({
  date: isoDateSchema,
  seats: z.int(),
  /** Without blocks. */
  taken: z.int(),
  /** Seats that staff took out. */
  blocked: z.int(),
  /** Why the location is closed; absent if it is open. */
  closed: z.optional(z.string()),
})

/** Arrivals, seats and pending work at the caller's assigned locations. */
export const readToday = staffEndpoint({
  method: 'GET',
  path: '/api/admin/today',
  output: z.object({
    date: isoDateSchema,
    locations: z.array(
      z.object({
        locationId: z.string(),
        name: z.string(),
        /** Of today, as the hours. */
        seats: z.int(),
        hours: z.object({ open: z.string(), close: z.string(), isOpen: z.boolean() }),
        available: z.boolean(),
        status: z.string(),
        /** Seats of bookings whose first day is today. */
        arrivals: z.int(),
        arrived: z.int(),
        handover: handoverSchema,
        /** From today on. */
        days: z.array(daySeatsSchema),
      }),
    ),
    waiting: z.object({
      /** Payments to confirm, and since when the oldest waits. */
      verification: z.object({ count: z.int(), oldest: z.nullable(z.string()) }),
      decisions: z.int(),
      /** Active memberships that end within `ENDING_DAYS`. */
      memberships: z.int(),
      /** Open messages; `null` without access to them. */
      messages: z.nullable(z.int()),
      /** Payments to review without money to confirm. */
      unclear: z.int(),
      /** Payments with a refund that is due. */
      refundsDue: z.int(),
      /** Bookings on closed days that staff have not dealt with; `null` without access to them. */
      closedDayBookings: z.nullable(z.int()),
    }),
    /** Confirmed future bookings that were refunded in full, earliest first; at most 50. */
    refunded: z.array(
      z.pick(bookingRowSchema, {
        bookingId: true,
        customerName: true,
        locationName: true,
        startDate: true,
        endDate: true,
      }),
    ),
    /** Tills of the last days that are not signed or need an approval, oldest first; below manager the own ones. */
    cashUps: z.array(
      z.object({
        locationId: z.string(),
        locationName: z.string(),
        date: isoDateSchema,
        staffId: z.string(),
        name: z.string(),
        status: z.enum(CASH_UP_STATUSES),
      }),
    ),
    /** Payments by QR code or card at the desk that no manager has found in the account; `null` without access to them. */
    unreconciled: z.nullable(z.int()),
    /** The state of email delivery; `null` without access to it. */
    email: z.nullable(
      z.object({
        undelivered: z.int(),
        /** When the oldest undelivered email was written. */
        since: z.nullable(z.string()),
        lastError: z.nullable(z.string()),
        warning: z.nullable(z.string()),
      }),
    ),
    /** One message per missing setting, for owners. */
    missingSettings: z.array(z.string()),
  }),
})

/** Lists the people with a seat at a location on a day. */
export const readDay = staffEndpoint({
  method: 'GET',
  path: '/api/admin/day',
  input: z.object({ location: z.string(), date: z.string() }),
  output: z.object({
    locationId: z.string(),
    date: isoDateSchema,
    people: z.array(z.extend(attendeeSchema, { planId: z.string() })),
  }),
  failures: ['not_found', 'invalid'],
})

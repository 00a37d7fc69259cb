import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { endpoint } from '../endpoint.ts'

/** How far ahead the calendar of seats looks. */
export const DAYS_AHEAD = 60

const daySeatsSchema = z.object({ date: z.string(), taken: z.int() })

/** Who comes today, how full the next days are, and what needs a person; of the locations that the asker works for. */
export const readToday = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  access: 'staff',
  input: z.object({}),
  output: z.object({
    /** Kathmandu's. */
    date: z.string(),
    locations: z.array(
      z.object({
        locationId: z.string(),
        name: z.string(),
        seats: z.int(),
        /** Of today; `status` where the place cannot be booked at present. */
        hours: z.object({ open: z.string(), close: z.string(), isOpen: z.boolean() }),
        available: z.boolean(),
        status: z.string(),
        /** People whose first day is today. */
        arrivals: z.int(),
        /** Bookings of whom somebody has been marked as here today. */
        here: z.int(),
        /** From today on. */
        days: z.array(daySeatsSchema),
      }),
    ),
    waiting: z.object({
      /** Payments whose money staff must confirm, and since when the one that waits longest does. */
      verification: z.object({ count: z.int(), oldest: z.nullable(z.string()) }),
      /** Paid bookings whose seats are gone, or that staff had cancelled. */
      decisions: z.int(),
      /** Active ones that end within `ENDING_DAYS`. */
      memberships: z.int(),
      /** Of the contact page, not handled yet; null for those who read none. */
      messages: z.nullable(z.int()),
      /** Payments that need a look although no money is to be confirmed: a gateway never said, or said something odd. */
      unclear: z.int(),
      /** Payments whose customers were told that money goes back which has not gone yet. */
      owed: z.int(),
    }),
    /** Confirmed bookings of today and later that were refunded in full, earliest first; at most 50. */
    refunded: z.array(
      z.object({
        bookingId: z.string(),
        customerName: z.string(),
        locationName: z.string(),
        startDate: z.string(),
        endDate: z.string(),
      }),
    ),
    /** What keeps email from being delivered; null for those who may not see it. */
    mail: z.nullable(
      z.object({
        undelivered: z.int(),
        /** When the oldest of them was written. */
        since: z.nullable(z.string()),
        lastError: z.nullable(z.string()),
        /** What is not set up, as a sentence. */
        warning: z.nullable(z.string()),
      }),
    ),
    /** What is not set up on this server, a sentence each: for owners, who can have it set. */
    unset: z.array(z.string()),
  }),
  failures: [],
})

/** Everybody who has a seat at a location on a day. */
export const readDay = endpoint({
  method: 'GET',
  path: '/api/admin/day',
  access: 'staff',
  input: z.object({ location: z.string(), date: z.string() }),
  output: z.object({
    locationId: z.string(),
    date: z.string(),
    people: z.array(
      z.object({
        bookingId: z.string(),
        customerName: z.string(),
        planId: z.string(),
        planName: z.string(),
        seats: z.int(),
        startDate: z.string(),
        endDate: z.string(),
        startTime: z.nullable(z.string()),
        endTime: z.nullable(z.string()),
        state: z.enum(BOOKING_STATES),
        /** When they came on this day, where it was marked. */
        arrivedAt: z.nullable(z.string()),
      }),
    ),
  }),
  failures: ['not_found', 'invalid'],
})

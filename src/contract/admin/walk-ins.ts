import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { BILLINGS } from '#domain/plan.ts'
import { lineItemSchema, placeBooking, unansweredKeysSchema } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const query = z.optional(z.string().check(z.maxLength(200)))

/** A walk-in, or somebody on the telephone: chosen, priced and seated as any booking, with less asked of the customer. */
export const placeWalkInBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings',
  status: 201,
  access: 'staff',
  input: z.strictObject({
    locationId: text(60),
    planId: text(60),
    billing: z.optional(z.enum(BILLINGS)),
    startDate: text(40),
    endDate: z.optional(text(40)),
    addOns: z.array(text(60)).check(z.maxLength(20)),
    meetingRoomHours: z.int(),
    guestPasses: z.int(),
    notes: z.optional(text(2_000)),
    /** A first name, and a telephone number or an email address. */
    contactInfo: z.strictObject({
      firstName: text(200),
      lastName: text(200),
      email: text(300),
      phone: text(60),
      company: z.optional(text(200)),
    }),
    /** `cash` is in the till: the booking is confirmed. `later`: its seats wait as long as for a transfer. */
    paid: z.enum(['cash', 'later']),
    /** What was shown and asked for: refused as `price_changed` where the price is another by now. */
    totalAmount: z.int(),
    /**
     * Of earlier tries of the same form. Where one of them has booked, this is refused as `already_done` with the id of
     * its booking: money is taken once.
     */
    unanswered: z.optional(unansweredKeysSchema),
  }),
  output: z.object({ bookingId: z.string(), totalAmount: z.int(), state: z.enum(BOOKING_STATES) }),
  failures: [...placeBooking.failures, 'already_done'],
})

/** What a walk-in's choices cost and cover, as far as they go; the fields say what is still wrong. */
export const quoteWalkIn = endpoint({
  method: 'GET',
  path: '/api/admin/quote',
  access: 'staff',
  input: z.object({
    locationId: query,
    planId: query,
    billing: z.optional(z.enum(BILLINGS)),
    startDate: query,
    endDate: query,
    /** Ids, joined by commas. */
    addOns: query,
    meetingRoomHours: query,
    guestPasses: query,
  }),
  output: z.object({
    totalAmount: z.nullable(z.int()),
    lines: z.array(lineItemSchema),
    startDate: z.nullable(z.string()),
    endDate: z.nullable(z.string()),
    /** Seats free on the fullest of the days. */
    free: z.nullable(z.int()),
    fields: z.record(z.string(), z.string()),
  }),
  failures: [],
})

/** Customers who were here before, the latest first. */
export const findCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/customers',
  access: 'staff',
  input: z.object({ q: z.string().check(z.maxLength(200)) }),
  output: z.object({
    items: z.array(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        phone: z.string(),
        company: z.string(),
        /** Of their latest booking. */
        planName: z.string(),
        startDate: z.string(),
      }),
    ),
  }),
  failures: [],
})

/** Everybody whose booking covers a day at a location and holds seats. */
export const readDaySheet = endpoint({
  method: 'GET',
  path: '/api/admin/day-sheet',
  access: 'staff',
  input: z.object({ location: z.string().check(z.maxLength(60)), date: z.string().check(z.maxLength(40)) }),
  output: z.object({
    locationId: z.string(),
    locationName: z.string(),
    date: z.string(),
    opens: z.string(),
    closes: z.string(),
    seats: z.int(),
    taken: z.int(),
    /** Those who arrive first, then the others, each by name. */
    people: z.array(
      z.object({
        bookingId: z.string(),
        customerName: z.string(),
        phone: z.string(),
        planName: z.string(),
        startDate: z.string(),
        endDate: z.string(),
        startTime: z.nullable(z.string()),
        endTime: z.nullable(z.string()),
        seats: z.int(),
        state: z.enum(BOOKING_STATES),
        /** When they came on this day, where it was marked. */
        arrivedAt: z.nullable(z.string()),
        /** Paisa still to be taken: its price, or what is left of the difference of a move. */
        due: z.int(),
        extras: z.array(z.string()),
        /** What the customer wrote, and what staff noted. */
        notes: z.array(z.string()),
      }),
    ),
  }),
  failures: ['not_found', 'invalid'],
})

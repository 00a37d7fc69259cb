import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { DESK_METHODS } from '#domain/payment.ts'
import { BILLINGS } from '#domain/plan.ts'
import { lineItemSchema, placeBooking, unansweredKeysSchema } from '../bookings.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { contactFields, text } from './booking-detail.ts'
import { handoverSchema } from './handover.ts'
import { roomReservationSchema } from './rooms.ts'
import { attendeeSchema } from './today.ts'
import { tourRowSchema } from './tours.ts'

const query = z.optional(z.string().check(z.maxLength(200)))

/** A booking by staff, with fewer required contact fields. */
export const placeWalkInBooking = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings',
  status: 201,
  input: z.strictObject({
    locationId: text(60),
    planId: text(60),
    billing: z.optional(z.enum(BILLINGS)),
    startDate: text(40),
    endDate: z.optional(text(40)),
    addOns: z.array(text(60)).check(z.maxLength(20)),
    meetingRoomHours: z.int(),
    guestPasses: z.int(),
    /** 1 if absent. A renewal keeps its own. */
    seats: z.optional(z.int()),
    notes: z.optional(text(2_000)),
    /** Requires a first name, and a phone number or an email address. */
    contactInfo: z.strictObject({ ...contactFields, company: z.optional(contactFields.company) }),
    /** Money confirms the booking; `later` holds its seats as long as for a transfer. */
    paid: z.enum([...DESK_METHODS, 'later']),
    /** Transaction or slip number; required for `counter_qr` and `card_terminal`. */
    reference: z.optional(text(100)),
    /** The displayed price; if it has changed, the call fails with `price_changed`. */
    totalAmount: z.int(),
    /** The membership that this booking renews. */
    renews: z.optional(text(60)),
    /** Keys of earlier attempts; if one has booked, the call fails with `already_done` and its booking id. */
    unanswered: z.optional(unansweredKeysSchema),
  }),
  output: z.object({ bookingId: z.string(), totalAmount: paisaSchema, state: z.enum(BOOKING_STATES) }),
  failures: placeBooking.failures,
})

/** Prices an incomplete order; `fields` lists its problems. */
export const quoteWalkIn = staffEndpoint({
  method: 'GET',
  path: '/api/admin/quote',
  input: z.object({
    locationId: query,
    planId: query,
    billing: z.optional(z.enum(BILLINGS)),
    startDate: query,
    endDate: query,
    /** Ids separated by commas. */
    addOns: query,
    meetingRoomHours: query,
    guestPasses: query,
    seats: query,
    renews: query,
  }),
  output: z.object({
    totalAmount: z.nullable(paisaSchema),
    lines: z.array(lineItemSchema),
    startDate: z.nullable(isoDateSchema),
    endDate: z.nullable(isoDateSchema),
    /** Free seats on the fullest day. */
    free: z.nullable(z.int()),
    fields: z.record(z.string(), z.string()),
  }),
  /** Of a renewal. */
  failures: ['not_found', 'invalid', 'wrong_state', 'already_done'],
})

/** Lists former customers, latest first. */
export const findCustomers = staffEndpoint({
  method: 'GET',
  path: '/api/admin/customers',
  input: z.object({ q: z.string().check(z.maxLength(200)) }),
  output: z.object({
    items: z.array(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        phone: z.string(),
        company: z.string(),
        pan: z.string(),
        /** Of the latest booking. */
        planName: z.string(),
        startDate: isoDateSchema,
      }),
    ),
  }),
})

/** Lists the bookings that hold seats at a location on a day, and its tours and rooms. */
export const readDaySheet = staffEndpoint({
  method: 'GET',
  path: '/api/admin/day-sheet',
  input: z.object({ location: z.string().check(z.maxLength(60)), date: z.string().check(z.maxLength(40)) }),
  output: z.object({
    locationId: z.string(),
    locationName: z.string(),
    date: isoDateSchema,
    opens: z.string(),
    closes: z.string(),
    /** Why the location is closed; absent if it is open. */
    closed: z.optional(z.string()),
    /** The first open day after it; absent if it is open. */
    nextOpenDay: z.optional(isoDateSchema),
    seats: z.int(),
    /** Without blocks. */
    taken: z.int(),
    /** Seats that staff took out. */
    blocked: z.int(),
    /** Arrivals of the day first, then the others, each by name. */
    people: z.array(
      z.extend(attendeeSchema, {
        phone: z.string(),
        /** Names of the people on its seats, as far as they are known. */
        names: z.array(z.string()),
        /** Names of the guests of this day, each with a seat; empty where the name is not known. */
        guests: z.array(z.string()),
        /** Paisa unpaid of the price or of a move. */
        due: paisaSchema,
        extras: z.array(z.string()),
        /** Notes of the customer and of staff. */
        notes: z.array(z.string()),
      }),
    ),
    handover: handoverSchema,
    /** Without cancelled ones, by time. */
    tours: z.array(tourRowSchema),
    /** By start. */
    rooms: z.array(roomReservationSchema),
  }),
  failures: ['not_found', 'invalid'],
})

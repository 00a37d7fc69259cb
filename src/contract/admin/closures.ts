import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { MAX_CLOSURES } from '#domain/closure-list.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { clockTimeSchema, isoDateSchema, paisaSchema } from '../branded.ts'
import { closureSchema } from '../closures.ts'
import { staffEndpoint } from '../endpoint.ts'

/** A booking that covers closed days. */
const affectedBookingSchema = z.object({
  closureId: z.string(),
  reason: z.string(),
  /** Covered days that the closure closes. */
  closedDays: z.int(),
  bookingId: z.string(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  planId: z.enum(PLAN_IDS),
  planName: z.string(),
  seats: z.int(),
  state: z.enum(BOOKING_STATES),
  locationId: z.string(),
  locationName: z.string(),
  startDate: isoDateSchema,
  endDate: isoDateSchema,
  totalAmount: paisaSchema,
  /** What staff may refund for the closed days; `null` for a day pass, which is moved or refunded in full. */
  goodwill: z.nullable(paisaSchema),
  /** A day pass whose customer has arrived, which cannot be moved or refunded in full any more. */
  isUsed: z.boolean(),
  /** The payment from which the goodwill can be refunded, and what of it was refunded before. */
  payment: z.nullable(z.object({ paymentId: z.string(), refunded: paisaSchema })),
})
export type AffectedBooking = z.output<typeof affectedBookingSchema>

const affectedTourSchema = z.object({
  tourId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  locationId: z.string(),
  date: isoDateSchema,
  time: clockTimeSchema,
})
export type AffectedTour = z.output<typeof affectedTourSchema>

/** A room that a booking has reserved at a time at which it can no longer be used. */
const affectedRoomSchema = z.object({
  reservationId: z.string(),
  roomName: z.string(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  locationId: z.string(),
  date: isoDateSchema,
  start: clockTimeSchema,
  end: clockTimeSchema,
})
export type AffectedRoom = z.output<typeof affectedRoomSchema>

const closureListSchema = z.object({
  /** Increases with every change; 0 before the first. */
  version: z.int(),
  /** Those that end today or later. */
  closures: z.array(closureSchema),
  /** Those that ended in the year before today. */
  past: z.array(closureSchema),
  /** Entries for public holidays from today on, without days that the list already has for every location. */
  samples: z.array(z.omit(closureSchema, { id: true })),
  /** Bookings on closed days that staff have not dealt with, and tours and rooms outside the opening hours. */
  affected: z.array(affectedBookingSchema),
  /** Bookings marked as done, moved or cancelled since, for each closure of `affected`. */
  handled: z.array(z.object({ closureId: z.string(), bookings: z.int() })),
  affectedTours: z.array(affectedTourSchema),
  affectedRooms: z.array(affectedRoomSchema),
  /** Bookings whose working hours are outside the other hours of an entry; entries without any are left out. */
  outsideHours: z.array(z.object({ closureId: z.string(), bookings: z.int() })),
})
export type ClosureList = z.output<typeof closureListSchema>

export const readClosureList = staffEndpoint({
  method: 'GET',
  path: '/api/admin/closures',
  role: 'manager',
  output: closureListSchema,
})

/**
 * Replaces the list; an entry without `id` is new. Fails with `has_bookings` while it leaves bookings, tours or reserved
 * rooms without an open location: `current` lists them with a `key`, which `affected` returns to confirm.
 */
export const saveClosures = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/closures',
  role: 'manager',
  input: z.object({
    version: z.int(),
    closures: z
      .array(
        z.object({
          id: z.optional(z.string()),
          locationId: z.nullable(z.string()),
          from: z.string(),
          to: z.string(),
          reason: z.string(),
          hours: z.nullable(z.object({ open: z.string(), close: z.string() })),
        }),
      )
      .check(z.maxLength(MAX_CLOSURES)),
    affected: z.optional(z.string()),
  }),
  output: closureListSchema,
  failures: ['invalid', 'changed_meanwhile', 'has_bookings'],
})

/** Marks that staff have dealt with a booking on closed days, or not yet. */
export const markClosureBooking = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/bookings/{id}/closure',
  role: 'manager',
  input: z.object({ closureId: z.string(), handled: z.boolean() }),
  output: z.object({ handledAt: z.nullable(z.string()) }),
  failures: ['not_found'],
})

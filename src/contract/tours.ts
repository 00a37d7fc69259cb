import * as z from 'zod/mini'
import { TOUR_STATES } from '#domain/tour.ts'
import { isoDateSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** The times at which a tour of a location can still be booked on a day, also those that are full. */
export const listTourSlots = endpoint({
  method: 'GET',
  path: '/api/tours/slots',
  access: 'anyone',
  input: z.object({ location: text(60), date: text(40) }),
  output: z.object({
    locationId: z.string(),
    date: isoDateSchema,
    slots: z.array(
      z.object({
        time: z.string(),
        /** Tours that can still be booked. */
        free: z.int(),
      }),
    ),
  }),
  failures: ['invalid', 'too_many'],
})

/** Books a free tour; requires a phone number or an email address. */
export const bookTour = endpoint({
  method: 'POST',
  path: '/api/tours',
  status: 201,
  access: 'anyone',
  input: z.strictObject({
    locationId: text(60),
    // Long enough for an instant, which then gets the message of its field.
    date: text(40),
    time: text(40),
    name: text(500),
    phone: z.optional(text(100)),
    email: z.optional(text(500)),
  }),
  output: z.object({
    tourId: z.string(),
    secret: z.string(),
    locationId: z.string(),
    date: isoDateSchema,
    time: z.string(),
  }),
  failures: ['invalid', 'sold_out', 'in_flight', 'idempotency_mismatch', 'idempotency_missing', 'too_many'],
})
export type BookedTour = z.output<typeof bookTour.output>

const tourSchema = z.object({
  tourId: z.string(),
  state: z.enum(TOUR_STATES),
  locationId: z.string(),
  locationName: z.string(),
  date: isoDateSchema,
  time: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  /** It can still be moved or cancelled. */
  canChange: z.boolean(),
})
export type TourView = z.output<typeof tourSchema>

/** The secret that the booking of the tour returned opens it. */
export const readTour = endpoint({
  method: 'GET',
  path: '/api/tours/{id}',
  access: 'customer',
  output: tourSchema,
  failures: ['not_found'],
})

export const moveTour = endpoint({
  method: 'POST',
  path: '/api/tours/{id}/move',
  access: 'customer',
  input: z.strictObject({ date: text(40), time: text(40) }),
  output: tourSchema,
  failures: [
    'not_found',
    'invalid',
    'sold_out',
    'wrong_state',
    'idempotency_mismatch',
    'idempotency_missing',
    'too_many',
  ],
})

export const cancelTour = endpoint({
  method: 'POST',
  path: '/api/tours/{id}/cancel',
  access: 'customer',
  input: z.strictObject({}),
  output: tourSchema,
  failures: ['not_found', 'wrong_state', 'idempotency_mismatch', 'idempotency_missing', 'too_many'],
})

/** The tour as a calendar file. */
export const readTourCalendar = endpoint({
  method: 'GET',
  path: '/api/tours/{id}/calendar.ics',
  access: 'customer',
  output: z.string(),
  failures: ['not_found', 'wrong_state'],
})

import * as z from 'zod/mini'
import { TOUR_OUTCOMES, TOUR_STATES } from '#domain/tour.ts'
import { clockTimeSchema, isoDateSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

export const tourRowSchema = z.object({
  tourId: z.string(),
  state: z.enum(TOUR_STATES),
  locationId: z.string(),
  locationName: z.string(),
  date: isoDateSchema,
  time: clockTimeSchema,
  name: z.string(),
  /** Empty if not given; a tour has a phone number or an email address. */
  phone: z.string(),
  email: z.string(),
  /** Increases with every change. */
  version: z.int(),
})
export type TourRow = z.output<typeof tourRowSchema>

export const MAX_TOUR_LIST_DAYS = 62

/** Tours of the caller's locations by day, time and location; at most 62 days in one call. */
export const listTours = staffEndpoint({
  method: 'GET',
  path: '/api/admin/tours',
  input: z.object({ location: z.optional(text(60)), from: text(40), to: text(40) }),
  output: z.object({ items: z.array(tourRowSchema) }),
  failures: ['invalid'],
})

/** Records whether the visitor came; `null` removes it. */
export const recordTourOutcome = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/tours/{id}/outcome',
  input: z.strictObject({ outcome: z.nullable(z.enum(TOUR_OUTCOMES)), version: z.int() }),
  output: tourRowSchema,
  failures: ['not_found', 'changed_meanwhile', 'wrong_state'],
})

export const readTourByStaff = staffEndpoint({
  method: 'GET',
  path: '/api/admin/tours/{id}',
  output: tourRowSchema,
  failures: ['not_found'],
})

/** The displayed version; if it is outdated, the call fails with `changed_meanwhile`. */
const version = z.int()
const changeFailures = ['not_found', 'changed_meanwhile', 'wrong_state'] as const

/** Until the tour starts. The visitor is notified. */
export const moveTourByStaff = staffEndpoint({
  method: 'POST',
  path: '/api/admin/tours/{id}/move',
  input: z.strictObject({ version, date: text(40), time: text(40) }),
  output: tourRowSchema,
  failures: [...changeFailures, 'invalid', 'sold_out'],
})

/** Until the tour starts. Frees its place and notifies the visitor. */
export const cancelTourByStaff = staffEndpoint({
  method: 'POST',
  path: '/api/admin/tours/{id}/cancellation',
  input: z.strictObject({ version }),
  output: tourRowSchema,
  failures: changeFailures,
})

/** Until the tour starts. Ends the visitor's link and emails a new one. */
export const replaceTourLink = staffEndpoint({
  method: 'POST',
  path: '/api/admin/tours/{id}/link-replacement',
  input: z.strictObject({ version }),
  output: tourRowSchema,
  failures: [...changeFailures, 'idempotency_mismatch', 'idempotency_missing'],
})

import * as z from 'zod/mini'
import { bookingSchema } from './bookings.ts'
import { endpoint } from './endpoint.ts'

const text = (max: number) => z.optional(z.string().check(z.maxLength(max)))

const failures = ['not_found', 'wrong_state', 'too_many', 'idempotency_mismatch', 'idempotency_missing'] as const

/** Absent fields do not change. Once a bill is issued, a new PAN fails with `wrong_state`. */
export const changeDetails = endpoint({
  method: 'PATCH',
  path: '/api/bookings/{id}',
  access: 'customer',
  input: z.strictObject({ phone: text(60), company: text(200), pan: text(40), notes: text(2_000) }),
  output: bookingSchema,
  failures: [...failures, 'invalid'],
})

/** Sends the confirmation of a confirmed booking again, at most once a minute. */
export const resendOwnConfirmation = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/mail',
  status: 202,
  access: 'customer',
  input: z.strictObject({}),
  failures,
})

/** The entry of a confirmed booking for a calendar (RFC 5545). */
export const readBookingCalendar = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/calendar.ics',
  access: 'customer',
  output: z.string(),
  failures: ['not_found', 'wrong_state'],
})

import * as z from 'zod/mini'
import { formatDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import type { DateRange } from '#domain/date-range.ts'
import type { Period } from '#domain/plan.ts'
import { bookingSchema } from './bookings.ts'
import { endpoint } from './endpoint.ts'

/** A guest of a day; the name is optional. */
export const guestSchema = z.strictObject({
  date: z.string().check(z.maxLength(40)),
  name: z.optional(z.string().check(z.maxLength(300))),
})

export const GUEST_FAILURES = [
  'not_found',
  'wrong_state',
  'invalid',
  'idempotency_missing',
  'idempotency_mismatch',
] as const

/** Announces a guest, who takes a seat of that day and a guest day of the booking. */
export const addOwnGuest = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/guests',
  access: 'customer',
  input: guestSchema,
  output: bookingSchema,
  failures: [...GUEST_FAILURES, 'sold_out', 'too_many'],
})

/** Cancels a guest until the end of the day, which returns the seat and the guest day. */
export const removeOwnGuest = endpoint({
  method: 'DELETE',
  path: '/api/bookings/{id}/guests/{child}',
  access: 'customer',
  output: bookingSchema,
  failures: [...GUEST_FAILURES, 'too_many'],
})

export const GUEST_MESSAGES = {
  unpaid: 'Guests can be added once the booking is confirmed.',
  dayPass: 'Guests of a day pass are booked with it. Book another day pass for more people.',
  over: 'The day of this guest is over.',
} as const

export const formatNotGuestDay = ({ from, to }: DateRange): string =>
  `Choose a day of this booking from today on: ${formatRange(from, to)}`

export const formatNoGuestDayLeft = (date: IsoDate, period: Period): string =>
  `No guest day is left for ${formatDate(date)}. Choose a day of another ${period === 'weekly' ? 'week' : 'month'}, or contact us`

export const formatMaxGuests = (max: number): string => `At most ${max} guests can come on one day`

export const formatGuestSoldOut = (date: IsoDate): string =>
  `No seat is left on ${formatDate(date)}. Choose another day.`

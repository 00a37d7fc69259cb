import * as z from 'zod/mini'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { bookingChangeSchema, bookingSchema, closedDaysSchema } from './bookings.ts'
import { isoDateSchema, paisaSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

const path = '/api/bookings/{id}/move'
const startDate = z.string().check(z.maxLength(40))

/** Returns what a move by the customer would change, without moving. */
export const previewOwnMove = endpoint({
  method: 'GET',
  path,
  access: 'customer',
  input: z.object({ startDate }),
  output: z.object({
    startDate: isoDateSchema,
    endDate: isoDateSchema,
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    /** Of the new days. */
    closedDays: closedDaysSchema,
    /** Free seats on the fullest day, including the booking's own. */
    free: z.int(),
    /** Seats of the booking. */
    seats: z.int(),
    /** The new days cost less than was paid, which is not refunded. */
    isCheaper: z.boolean(),
    /** Paisa to pay for the move, without a method's fee; zero if the new days are not dearer. */
    difference: paisaSchema,
    /** The new first day is so close that the booking could not be cancelled for free, or moved again. */
    isFinal: z.boolean(),
  }),
  failures: ['not_found', 'wrong_state', 'invalid', 'unavailable', 'already_done'],
})

/** Moves the booking at once, or, with status 202, holds dearer days until their difference is paid. */
export const moveOwnBooking = endpoint({
  method: 'POST',
  path,
  access: 'customer',
  input: z.strictObject({
    startDate,
    /** The displayed difference, only compared: a different one fails with `changed_meanwhile`. */
    expectedDifference: z.optional(z.int()),
  }),
  output: z.object({
    booking: bookingSchema,
    /** What has to be paid before the booking moves; `null` if it has moved. */
    change: z.nullable(bookingChangeSchema),
  }),
  failures: [
    'not_found',
    'wrong_state',
    'invalid',
    'unavailable',
    'sold_out',
    'changed_meanwhile',
    'already_done',
    'idempotency_mismatch',
    'idempotency_missing',
    'too_many',
  ],
})

/** Ends a move that waits for its payment: its days are released at once, and the booking keeps its dates. */
export const dropOwnMove = endpoint({
  method: 'DELETE',
  path,
  access: 'customer',
  output: bookingSchema,
  failures: ['not_found', 'wrong_state', 'idempotency_mismatch', 'idempotency_missing', 'too_many'],
})

/** Why the customer cannot move the booking. */
export const MOVE_PROBLEMS = {
  wrong_state: 'Only a confirmed booking can be moved.',
  renewed: 'This membership is already renewed, so its dates cannot be moved online. Write to us to change them.',
  refunded: 'We have refunded your payment, so this booking cannot be moved online. Call us to move it.',
  no_moves_left: 'You have moved this booking as often as you can online. Write to us to change its dates again.',
  too_late: 'It is too late to move this booking online. Write to us to change its dates.',
} as const

/** New dates are held for a payment once per booking. */
export const CHANGE_ALREADY_HELD =
  'We have already held new dates for this booking once. Write to us to move it to dates that cost more.'

export const CHANGE_ENDED = 'We no longer hold new dates for this booking, so it keeps its dates.'

export const CHANGE_BEING_PAID =
  'A payment for the new dates has been started. If it does not arrive in time, we release them.'

export const MOVE_UNSOLD = 'This plan is no longer sold for these dates. Choose other dates, or write to us.'

export const CHANGE_NEEDS_INSTANT_METHOD = 'Changes of a booking can only be paid by eSewa, Khalti or card.'

/** Shown when a payment by this method could not be finished before the change ends. */
export const CHANGE_HELD_TOO_LONG = 'There is not enough time left for this payment method. Choose a faster one.'

export const formatMoveWindow = (from: IsoDate, to: IsoDate): string =>
  `Choose a start date from ${formatDate(from)} to ${formatDate(to)}`

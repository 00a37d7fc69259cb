import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { ATTEMPT_STATES, PAYMENT_PURPOSES, RECORDED_METHODS, STAFF_RECORDABLE_METHODS } from '#domain/payment.ts'
import { PERIODS } from '#domain/plan.ts'
import { REFUND_STATES } from '#domain/refund.ts'
import { bookingGuestsSchema, bookingRoomsSchema, closedDaysSchema, lineItemSchema } from '../bookings.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { GUEST_FAILURES, guestSchema } from '../guests.ts'
import { peopleInput } from '../own-people.ts'
import { auditEntrySchema, reasonSchema } from './audit.ts'
import { bookingRowSchema } from './bookings.ts'
import { membershipRowSchema } from './memberships.ts'

/** `by` is the name of the staff member; `null` for the customer or the system. */
const bookingEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('placed'), at: z.string(), by: z.nullable(z.string()) }),
  z.object({ kind: z.literal('state'), at: z.string(), state: z.enum(BOOKING_STATES) }),
  z.object({
    kind: z.literal('payment_started'),
    at: z.string(),
    method: z.enum(RECORDED_METHODS),
    amount: paisaSchema,
  }),
  z.object({
    kind: z.literal('payment_settled'),
    at: z.string(),
    method: z.enum(RECORDED_METHODS),
    state: z.enum(ATTEMPT_STATES),
    amount: paisaSchema,
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('report'), at: z.string(), method: z.enum(RECORDED_METHODS), source: z.string() }),
  z.object({ kind: z.literal('receipt'), at: z.string(), receiptId: z.string() }),
  z.object({
    kind: z.literal('refund'),
    at: z.string(),
    state: z.enum(REFUND_STATES),
    amount: paisaSchema,
    by: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('email'), at: z.string(), subject: z.string(), sentAt: z.nullable(z.string()) }),
  z.extend(z.pick(auditEntrySchema, { at: true, action: true, by: true, before: true, after: true, reason: true }), {
    kind: z.literal('audit'),
  }),
  z.object({ kind: z.literal('note'), at: z.string(), by: z.string(), body: z.string() }),
])
export type BookingEvent = z.output<typeof bookingEventSchema>

const bookingDetailSchema = z.extend(bookingRowSchema, {
  firstName: z.string(),
  lastName: z.string(),
  /** Of the buyer; empty if none. */
  pan: z.string(),
  billing: z.enum(PERIODS),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  /** The names of the people by seat; empty for a seat without one. */
  people: z.array(z.string()),
  /** As the customer sees them; absent where no guests are included or bought. */
  guests: z.optional(bookingGuestsSchema),
  lines: z.array(lineItemSchema),
  /** Paisa, without the method's fee. */
  totalAmount: paisaSchema,
  /** Paisa still due after a move to dearer dates; the booking keeps its price. */
  difference: paisaSchema,
  /** Paisa; the price is `totalAmount`, `difference`, `hours` and `fee` together. */
  totals: z.object({
    difference: paisaSchema,
    /** More room hours. */
    hours: paisaSchema,
    fee: paisaSchema,
    received: paisaSchema,
    refunded: paisaSchema,
    refundDue: paisaSchema,
  }),
  /** The customer's move to dearer days, which waits for its payment. */
  change: z.nullable(
    z.object({ startDate: isoDateSchema, endDate: isoDateSchema, amount: paisaSchema, expiresAt: z.string() }),
  ),
  /** Paisa for one more room hour; `null` if none can be sold now. */
  hourPrice: z.nullable(paisaSchema),
  /** As its customer sees them. */
  rooms: z.optional(bookingRoomsSchema),
  /** The first day has passed: only managers can move it. */
  started: z.boolean(),
  /** Why the location is closed on the first day of a booking that waits for its payment. */
  closedFirstDay: z.optional(z.string()),
  /** The customer's notes. */
  notes: z.string(),
  placedBy: z.nullable(z.string()),
  /** When the hold on its seats expires. */
  expiresAt: z.nullable(z.string()),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      purpose: z.enum(PAYMENT_PURPOSES),
      method: z.enum(RECORDED_METHODS),
      state: z.enum(ATTEMPT_STATES),
      amount: paisaSchema,
      fee: paisaSchema,
      received: z.nullable(paisaSchema),
      refunded: paisaSchema,
      refundDue: paisaSchema,
      transactionId: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      createdAt: z.string(),
      /** Ids of receipts whose image still exists. */
      receipts: z.array(z.string()),
    }),
  ),
  membership: z.nullable(
    z.extend(z.pick(membershipRowSchema, { membershipId: true, status: true, endDate: true }), {
      /** The booking renews a membership that another one started. */
      isRenewal: z.boolean(),
    }),
  ),
  /** What was paid and not refunded, what a cancellation would refund now, and until when it refunds everything. */
  cancellation: z.object({
    freeUntil: z.string(),
    refund: paisaSchema,
    paid: paisaSchema,
    /** The guarantee of a first membership applies: staff may refund more. */
    guarantee: z.boolean(),
    /** An unused day pass for a closed day: it is refunded in full. */
    isClosedDay: z.boolean(),
  }),
  /** Oldest first. */
  timeline: z.array(bookingEventSchema),
})
export type BookingDetail = z.output<typeof bookingDetailSchema>

export const readBookingDetail = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bookings/{id}',
  output: bookingDetailSchema,
  failures: ['not_found'],
})

/** The displayed version; if it is outdated, the call fails with `changed_meanwhile`. */
const version = z.int()
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
export const contactFields = {
  firstName: text(200),
  lastName: text(200),
  email: text(300),
  phone: text(60),
  company: text(200),
  /** Absent: unchanged, or none in a new booking. */
  pan: z.optional(text(40)),
}
const failures = ['not_found', 'changed_meanwhile', 'wrong_state'] as const

export const changeCustomer = staffEndpoint({
  method: 'PATCH',
  path: '/api/admin/bookings/{id}',
  input: z.strictObject({
    version,
    contactInfo: z.strictObject(contactFields),
  }),
  output: bookingDetailSchema,
  failures: ['not_found', 'changed_meanwhile', 'invalid'],
})

/** A payment at the desk or into the account; all but cash require `transactionId`. */
const recordedPaymentSchema = z.strictObject({
  version,
  method: z.enum(STAFF_RECORDABLE_METHODS),
  transactionId: z.optional(text(100)),
  reason: reasonSchema,
})

/** The front desk confirms money at the desk only. */
export const confirmBooking = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/confirmation',
  input: recordedPaymentSchema,
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'sold_out', 'invalid', 'password_again'],
})

/** Records the price difference of a move, which the server computes. The front desk takes money at the desk only. */
export const recordPriceDifference = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/difference',
  input: recordedPaymentSchema,
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'invalid', 'password_again'],
})

/** Sells room hours that are paid at once. The front desk takes money at the desk only. */
export const sellRoomHours = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/hours',
  input: z.extend(recordedPaymentSchema, {
    hours: z.int(),
    /** The displayed price in paisa. */
    expectedAmount: z.int(),
  }),
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'invalid', 'password_again', 'already_done', 'price_changed'],
})

/** Rejects an unpaid booking. The customer reads the reason. */
export const rejectBooking = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/rejection',
  role: 'manager',
  input: z.strictObject({ version, reason: reasonSchema }),
  output: bookingDetailSchema,
  failures,
})

/** Releases the seats and notifies the customer. Money is returned by a refund. */
export const cancelBooking = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/cancellation',
  input: z.strictObject({ version, reason: reasonSchema }),
  output: bookingDetailSchema,
  failures,
})

/** Returns what a move would change, without moving. */
export const previewMove = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bookings/{id}/move',
  input: z.object({ startDate: z.string().check(z.maxLength(40)) }),
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
    /** Paisa at current prices; `null` if the plan is no longer sold. */
    totalAmount: z.nullable(paisaSchema),
  }),
  failures: ['not_found', 'invalid'],
})

/** The number of periods and the price stay. The front desk cannot move a started booking. */
export const moveBookingDates = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/move',
  input: z.strictObject({ version, startDate: z.string().check(z.maxLength(40)), reason: z.optional(reasonSchema) }),
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'sold_out', 'invalid'],
})

/** For endpoints that require an `Idempotency-Key`. */
const idempotencyFailures = ['idempotency_mismatch', 'idempotency_missing'] as const

export const resendConfirmation = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/mail',
  input: z.strictObject({}),
  output: bookingDetailSchema,
  failures: ['not_found', 'wrong_state', 'invalid', ...idempotencyFailures],
})

/** Ends the customer's link and emails a new one. */
export const replaceBookingLink = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/link-replacement',
  input: z.strictObject({ version }),
  output: bookingDetailSchema,
  failures: ['not_found', 'changed_meanwhile', ...idempotencyFailures],
})

/** Creates the payment link of an unpaid booking. */
export const requestPaymentLink = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/payment-link',
  input: z.strictObject({ delivery: z.enum(['copy', 'email']) }),
  output: z.object({ link: z.string(), booking: bookingDetailSchema }),
  failures: ['not_found', 'wrong_state', 'invalid', ...idempotencyFailures],
})

/** Announces a guest of a longer plan, who takes a seat of that day. */
export const addGuest = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/guests',
  input: guestSchema,
  output: bookingDetailSchema,
  failures: [...GUEST_FAILURES, 'sold_out'],
})

export const removeGuest = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/bookings/{id}/guests/{child}',
  output: bookingDetailSchema,
  failures: GUEST_FAILURES,
})

/** Replaces the names of the people on the seats, as customers do. */
export const namePeople = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/bookings/{id}/people',
  input: peopleInput,
  output: bookingDetailSchema,
  failures: ['not_found', 'wrong_state', 'invalid', ...idempotencyFailures],
})

/** Adds a note that customers cannot read. */
export const addBookingNote = staffEndpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/notes',
  input: z.strictObject({ body: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)) }),
  output: bookingDetailSchema,
  failures: ['not_found', ...idempotencyFailures],
})

import * as z from 'zod/mini'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { MEMBERSHIP_STATES } from '#domain/membership.ts'
import { ATTEMPT_STATES, RECORDED_METHODS, STAFF_RECORDABLE_METHODS } from '#domain/payment.ts'
import { BILLINGS } from '#domain/plan.ts'
import { REFUND_STATES } from '#domain/refund.ts'
import { lineItemSchema } from '../bookings.ts'
import { endpoint } from '../endpoint.ts'
import { bookingRowSchema } from './bookings.ts'
import { reasonSchema } from './reason.ts'

const action = z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]])
const fields = z.record(z.string(), z.unknown())

/** One thing that happened to a booking. `by` is what colleagues call who of the staff did it; null is nobody of them. */
const bookingEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('placed'), at: z.string(), by: z.nullable(z.string()) }),
  z.object({ kind: z.literal('state'), at: z.string(), state: z.enum(BOOKING_STATES) }),
  z.object({ kind: z.literal('paying'), at: z.string(), method: z.enum(RECORDED_METHODS), amount: z.int() }),
  z.object({
    kind: z.literal('paid'),
    at: z.string(),
    method: z.enum(RECORDED_METHODS),
    state: z.enum(ATTEMPT_STATES),
    amount: z.int(),
    reason: z.nullable(z.string()),
  }),
  /** The payer came back, a gateway wrote, or staff said something. */
  z.object({ kind: z.literal('report'), at: z.string(), method: z.enum(RECORDED_METHODS), source: z.string() }),
  z.object({ kind: z.literal('receipt'), at: z.string(), receiptId: z.string() }),
  z.object({
    kind: z.literal('refund'),
    at: z.string(),
    state: z.enum(REFUND_STATES),
    amount: z.int(),
    by: z.string(),
  }),
  z.object({ kind: z.literal('mail'), at: z.string(), subject: z.string(), sentAt: z.nullable(z.string()) }),
  z.object({
    kind: z.literal('deed'),
    at: z.string(),
    action,
    by: z.nullable(z.string()),
    before: z.nullable(fields),
    after: z.nullable(fields),
    reason: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('note'), at: z.string(), by: z.string(), body: z.string() }),
])
export type BookingEvent = z.output<typeof bookingEventSchema>

export const bookingDetailSchema = z.extend(bookingRowSchema, {
  firstName: z.string(),
  lastName: z.string(),
  billing: z.enum(['daily', ...BILLINGS]),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  seats: z.int(),
  lines: z.array(lineItemSchema),
  /** Paisa, without a method's fee. */
  totalAmount: z.int(),
  /** Paisa that staff may still take for the dearer days that it was moved to; it keeps its price. */
  difference: z.int(),
  /** Its days may have been used in part: only managers move it. */
  begun: z.boolean(),
  /** What the customer wrote. */
  notes: z.string(),
  placedBy: z.nullable(z.string()),
  /** Until when its seats wait for the money. */
  expiresAt: z.nullable(z.string()),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      method: z.enum(RECORDED_METHODS),
      state: z.enum(ATTEMPT_STATES),
      amount: z.int(),
      fee: z.int(),
      received: z.nullable(z.int()),
      refunded: z.int(),
      transactionId: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      createdAt: z.string(),
      /** Pictures that are still kept. */
      receipts: z.array(z.string()),
    }),
  ),
  membership: z.nullable(
    z.object({ membershipId: z.string(), status: z.enum(MEMBERSHIP_STATES), endDate: z.string() }),
  ),
  /** What a cancellation now gives back by the rule, and until when it gives everything back. */
  cancellation: z.object({
    freeUntil: z.string(),
    refund: z.int(),
    kept: z.int(),
    /** The guarantee of a first membership still runs: staff may give back more. */
    guarantee: z.boolean(),
  }),
  /** Oldest first. */
  timeline: z.array(bookingEventSchema),
})
export type BookingDetail = z.output<typeof bookingDetailSchema>

export const readBookingDetail = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/{id}',
  access: 'staff',
  input: z.object({}),
  output: bookingDetailSchema,
  failures: ['not_found'],
})

/** The version that was on the screen: where another has been written since, the call answers `changed_meanwhile`. */
const version = z.int()
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const failures = ['not_found', 'changed_meanwhile', 'wrong_state'] as const

/** Who the booking is for. */
export const changeCustomer = endpoint({
  method: 'PATCH',
  path: '/api/admin/bookings/{id}',
  access: 'staff',
  input: z.strictObject({
    version,
    contactInfo: z.strictObject({
      firstName: text(200),
      lastName: text(200),
      email: text(300),
      phone: text(60),
      company: text(200),
    }),
  }),
  output: bookingDetailSchema,
  failures: ['not_found', 'changed_meanwhile', 'invalid'],
})

/** Money that staff have: in the till, or in the account, which then names the transaction. */
const recordedPaymentSchema = z.strictObject({
  version,
  method: z.enum(STAFF_RECORDABLE_METHODS),
  transactionId: z.optional(text(100)),
  reason: reasonSchema,
})

/** The money is there. The desk takes cash alone: whoever looks into the account is a manager. */
export const confirmBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/confirmation',
  access: 'staff',
  input: recordedPaymentSchema,
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'sold_out', 'invalid', 'password_again'],
})

/**
 * What was taken for the dearer days that a confirmed booking was moved to: how much is for the server to say. The desk
 * takes cash alone.
 */
export const recordPriceDifference = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/difference',
  access: 'staff',
  input: recordedPaymentSchema,
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'invalid', 'password_again'],
})

/** Turns an unpaid booking down. The customer reads the reason. */
export const rejectBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/rejection',
  access: 'staff',
  role: 'manager',
  input: z.strictObject({ version, reason: reasonSchema }),
  output: bookingDetailSchema,
  failures,
})

/** Gives the seats free and tells the customer. Money is sent back by a refund of its payment. */
export const cancelBooking = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/cancellation',
  access: 'staff',
  input: z.strictObject({ version, reason: reasonSchema }),
  output: bookingDetailSchema,
  failures,
})

/** What a move would be: nothing is written. */
export const previewMove = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/{id}/move',
  access: 'staff',
  input: z.object({ startDate: z.string().check(z.maxLength(40)) }),
  output: z.object({
    startDate: z.string(),
    endDate: z.string(),
    startTime: z.nullable(z.string()),
    endTime: z.nullable(z.string()),
    /** Seats free on the fullest of these days, the booking's own among them. */
    free: z.int(),
    /** Seats that it needs. */
    seats: z.int(),
    /** Paisa that the same choices cost on these dates by today's prices; null where they are not sold any more. */
    totalAmount: z.nullable(z.int()),
  }),
  failures: ['not_found', 'invalid'],
})

/** The same number of periods from another day on; the price stays as it is. The desk moves none that has begun. */
export const moveBookingDates = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/move',
  access: 'staff',
  input: z.strictObject({ version, startDate: z.string().check(z.maxLength(40)), reason: z.optional(reasonSchema) }),
  output: bookingDetailSchema,
  failures: [...failures, 'forbidden', 'sold_out', 'invalid'],
})

/** The calls below only add something, and have an `Idempotency-Key`: the same press again adds nothing more. */
const idempotencyFailures = ['idempotency_mismatch', 'idempotency_missing'] as const

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/mail',
  access: 'staff',
  input: z.strictObject({}),
  output: bookingDetailSchema,
  failures: ['not_found', 'wrong_state', 'invalid', ...idempotencyFailures],
})

/** The link by which the customer pays, for a booking that awaits its payment. */
export const requestPaymentLink = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/payment-link',
  access: 'staff',
  input: z.strictObject({ by: z.enum(['copy', 'mail']) }),
  output: z.object({ link: z.string(), booking: bookingDetailSchema }),
  failures: ['not_found', 'wrong_state', 'invalid', ...idempotencyFailures],
})

/** For staff alone: no customer ever reads it. */
export const addBookingNote = endpoint({
  method: 'POST',
  path: '/api/admin/bookings/{id}/notes',
  access: 'staff',
  input: z.strictObject({ body: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)) }),
  output: bookingDetailSchema,
  failures: ['not_found', ...idempotencyFailures],
})

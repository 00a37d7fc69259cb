import * as z from 'zod/mini'
import { REASON_LENGTH } from '#domain/audit.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { ATTEMPT_STATES, PAYMENT_PURPOSES, RECORDED_METHODS } from '#domain/payment.ts'
import { PAYMENT_ALERTS, REVIEW_GROUP_IDS, REVIEW_REASONS } from '#domain/payment-review.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'
import { readingSchema, receiptProblemSchema } from '../receipts.ts'
import { reasonSchema } from './audit.ts'
import { paymentRefundsSchema } from './refunds.ts'

const receiptFields = {
  receiptId: z.string(),
  sentAt: z.string(),
  reading: z.nullable(readingSchema),
  problems: z.array(receiptProblemSchema),
}

/** A QR or bank transfer payment that staff must check. */
export const paymentToCheckSchema = z.object({
  paymentId: z.string(),
  /** Paisa requested. */
  amount: paisaSchema,
  /** `duplicate`: the image or transaction was also sent for another booking. */
  receipts: z.array(z.object({ ...receiptFields, duplicate: z.boolean() })),
})
export type PaymentToCheck = z.output<typeof paymentToCheckSchema>

const statesSchema = z.object({ state: z.enum(ATTEMPT_STATES), bookingState: z.enum(BOOKING_STATES) })
/** The displayed state, so that the second of two concurrent decisions fails. */
const expectedState = z.optional(z.enum(ATTEMPT_STATES))

/** Records a decision on what the account or gateway shows. A receipt must have the requested amount. */
export const decidePayment = staffEndpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/decision',
  role: 'manager',
  fresh: true,
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      decision: z.literal('confirm'),
      amount: z.int(),
      transactionId: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)),
      reason: z.optional(z.string().check(z.maxLength(REASON_LENGTH.max))),
      /** Accept the money without restoring released seats, in order to refund it. */
      withoutSeats: z.optional(z.boolean()),
      expectedState,
    }),
    z.strictObject({ decision: z.literal('reject'), reason: reasonSchema, expectedState }),
    /** Accepts late money and restores the booking if its seats are free. */
    z.strictObject({ decision: z.literal('give_place'), expectedState }),
    /** Resolves one occurrence of an alert; a later one stays. */
    z.strictObject({
      decision: z.literal('seen'),
      alert: z.enum(PAYMENT_ALERTS),
      raised: z.string(),
      reason: reasonSchema,
      expectedState,
    }),
    z.strictObject({ decision: z.literal('keep'), reason: reasonSchema, expectedState }),
  ]),
  output: statesSchema,
  failures: ['not_found', 'not_decidable', 'changed_meanwhile', 'in_flight', 'sold_out', 'invalid'],
})

const paymentRowSchema = z.object({
  paymentId: z.string(),
  bookingId: z.string(),
  customerName: z.string(),
  locationName: z.string(),
  planName: z.string(),
  startDate: isoDateSchema,
  endDate: isoDateSchema,
  method: z.enum(RECORDED_METHODS),
  state: z.enum(ATTEMPT_STATES),
  bookingState: z.enum(BOOKING_STATES),
  /** Paisa requested, including the method's fee. */
  amount: paisaSchema,
  received: z.nullable(paisaSchema),
  refunded: paisaSchema,
  /** Paisa still to be refunded; 0 if no refund is due. */
  refundDue: paisaSchema,
  /** Paisa of cash refunds that the desk has not paid out. */
  unpaidCash: paisaSchema,
  transactionId: z.nullable(z.string()),
  /** When a manager found money of the desk in the account. */
  reconciledAt: z.nullable(z.string()),
  /** When the money was recorded as received. */
  receivedAt: z.nullable(z.string()),
  createdAt: z.string(),
})
export type PaymentRow = z.output<typeof paymentRowSchema>

/** Lists payments that need review, longest waiting first. */
export const listReviewQueue = staffEndpoint({
  method: 'GET',
  path: '/api/admin/payments/waiting',
  input: z.object({ group: z.optional(z.enum(REVIEW_GROUP_IDS)) }),
  output: z.object({
    items: z.array(
      z.object({
        payment: paymentRowSchema,
        reviewReasons: z.array(z.enum(REVIEW_REASONS)),
        /** Its receipt was also sent for another booking, or its transaction has paid one. */
        hasReusedReceipt: z.boolean(),
        since: z.string(),
      }),
    ),
    /** Whether the list is cut off. */
    more: z.boolean(),
    /** Payments in all and by group; one payment can be in several. */
    counts: z.object({ all: z.int(), verify: z.int(), decision: z.int(), unclear: z.int(), refund: z.int() }),
  }),
})

/** `unreconciled`: taken by the desk without cash, and not found in the account yet. */
export const PAYMENT_LIST_STATES = [...ATTEMPT_STATES, 'unreconciled'] as const

/** Filter of the list of payments and its export. */
export const paymentFilter = {
  /** Booking or payment id, transaction id, or parts of a name or email address. */
  q: z.optional(z.string().check(z.maxLength(200))),
  location: z.optional(z.enum(LOCATION_IDS)),
  method: z.optional(z.enum(RECORDED_METHODS)),
  state: z.optional(z.enum(PAYMENT_LIST_STATES)),
  /** Kathmandu dates on which the money was recorded as received, both inclusive. */
  receivedFrom: z.optional(z.string()),
  receivedTo: z.optional(z.string()),
}

const listedPaymentSchema = z.extend(paymentRowSchema, { reviewReasons: z.array(z.enum(REVIEW_REASONS)) })
export type ListedPayment = z.output<typeof listedPaymentSchema>

/** Lists payments newest first. */
export const listPayments = staffEndpoint({
  method: 'GET',
  path: '/api/admin/payments',
  role: 'manager',
  input: z.object({ ...paymentFilter, cursor: z.optional(z.string()) }),
  output: z.object({
    items: z.array(listedPaymentSchema),
    ...pageSchema,
    /** Paisa received on the days of the filter, and what of it was refunded; only on its first page. */
    totals: z.optional(z.object({ received: paisaSchema, refunded: paisaSchema })),
  }),
  failures: ['invalid'],
})

const receiptSchema = z.object({
  ...receiptFields,
  /** Whether the image still exists. */
  hasImage: z.boolean(),
  /** Earlier uses of the same file, image or transaction; `payment` is `null` for other locations. */
  earlier: z.array(
    z.object({
      match: z.enum(['file', 'image', 'transaction']),
      payment: z.nullable(z.object({ paymentId: z.string(), bookingId: z.string(), customerName: z.string() })),
    }),
  ),
})
export type ReceiptView = z.output<typeof receiptSchema>

export const readPayment = staffEndpoint({
  method: 'GET',
  path: '/api/admin/payments/{id}',
  output: z.object({
    payment: paymentRowSchema,
    purpose: z.enum(PAYMENT_PURPOSES),
    reviewReasons: z.array(z.enum(REVIEW_REASONS)),
    /** Unresolved alerts; `raised` changes with each occurrence. */
    alerts: z.array(z.object({ alert: z.enum(PAYMENT_ALERTS), raised: z.string() })),
    /** Paisa of the method's fee, included in the amount. */
    fee: paisaSchema,
    /** The staff member who took or found the money. */
    takenBy: z.nullable(z.string()),
    reconciledBy: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    /** Whether the gateway can be queried, and when it last was. */
    canRecheck: z.boolean(),
    queriedAt: z.nullable(z.string()),
    /** The expected payee on a receipt. */
    payee: z.string(),
    receipts: z.array(receiptSchema),
    refunds: paymentRefundsSchema,
    /**
     * Paisa that a cancellation would refund now, and until when it refunds everything; docs/rules.md#cancellation.
     * `isClosedDay`: because we are closed on the day of a pass.
     */
    cancellation: z.object({ refund: paisaSchema, freeUntil: z.string(), isClosedDay: z.boolean() }),
    /** Until when a first membership can be refunded in full. */
    guaranteeUntil: z.nullable(isoDateSchema),
    /** Whether released seats are free on open days still to come; `null` if the booking has its seats. */
    seatsFree: z.nullable(z.boolean()),
    /** Whether rejecting this payment ends the booking. */
    endsBooking: z.boolean(),
    /** Whether a full refund can cancel the booking. */
    canCancel: z.boolean(),
    hasEmail: z.boolean(),
    /** Money of a booking that its customer cancelled is refunded. */
    cancelledByCustomer: z.boolean(),
    /** Whether the customer has entered an account for the refund, which managers can read. */
    hasRefundAccount: z.boolean(),
    lastDecision: z.nullable(
      z.object({ label: z.string(), by: z.nullable(z.string()), at: z.string(), reason: z.nullable(z.string()) }),
    ),
  }),
  failures: ['not_found'],
})
export type PaymentView = z.output<typeof readPayment.output>

/** The image of a receipt, a JPEG; `not_found` once it is deleted. */
export const downloadReceiptImage = staffEndpoint({
  method: 'GET',
  path: '/api/admin/receipts/{id}',
  output: z.instanceof(Uint8Array),
  failures: ['not_found'],
})

/** Queries the gateway about the payment and its open refund. */
export const recheckPayment = staffEndpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/question',
  input: z.strictObject({}),
  output: statesSchema,
  failures: ['not_found', 'not_decidable'],
})

/** Records whether what the desk took by QR or card is in the account. */
export const reconcilePayment = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/payments/{id}/reconciliation',
  role: 'manager',
  input: z.strictObject({ reconciled: z.boolean() }),
  output: z.object({ reconciledAt: z.nullable(z.string()) }),
  failures: ['not_found', 'not_decidable'],
})

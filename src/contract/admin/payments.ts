import * as z from 'zod/mini'
import { REASON_LENGTH } from '#domain/audit.ts'
import { BOOKING_STATES } from '#domain/booking.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { ATTEMPT_STATES, RECORDED_METHODS } from '#domain/payment.ts'
import { PAYMENT_ALERTS, REVIEW_GROUP_IDS, REVIEW_REASONS } from '#domain/payment-review.ts'
import { endpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'
import { readingSchema, receiptProblemSchema } from '../receipts.ts'
import { reasonSchema } from './reason.ts'
import { paymentRefundsSchema } from './refunds.ts'

/** A payment that only a person can judge: QR and bank transfer. */
export const paymentToCheckSchema = z.object({
  paymentId: z.string(),
  /** Paisa that must have arrived. */
  amount: z.int(),
  receipts: z.array(
    z.object({
      receiptId: z.string(),
      sentAt: z.string(),
      reading: z.nullable(readingSchema),
      problems: z.array(receiptProblemSchema),
      /** The same picture or transaction was sent for another booking. */
      duplicate: z.boolean(),
    }),
  ),
})
export type PaymentToCheck = z.output<typeof paymentToCheckSchema>

/** The state that the decision is about: of two who decide at once, one is told that it is another by now. */
const saw = z.optional(z.enum(ATTEMPT_STATES))

/**
 * Records what staff found in the account, or in the gateway's record of a mismatch. The amount of a receipt must be
 * the amount requested; that of a mismatch is taken as found. One transaction pays one booking. Managers only: the
 * front desk does not see the account.
 */
export const decidePayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/decision',
  access: 'staff',
  role: 'manager',
  fresh: true,
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      decision: z.literal('confirm'),
      amount: z.int(),
      transactionId: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)),
      reason: z.optional(z.string().check(z.maxLength(REASON_LENGTH.most))),
      /** The money is to go back: a place that was given away is not taken again. */
      withoutPlace: z.optional(z.boolean()),
      saw,
    }),
    z.strictObject({ decision: z.literal('reject'), reason: reasonSchema, saw }),
    /** Late money keeps the booking as it was placed, where its seats are free. */
    z.strictObject({ decision: z.literal('give_place'), saw }),
    /** One of the things that made it wait has been looked after, this time of it: it may have happened again since. */
    z.strictObject({
      decision: z.literal('seen'),
      alert: z.enum(PAYMENT_ALERTS),
      raised: z.string(),
      reason: reasonSchema,
      saw,
    }),
    /** Nothing more goes back of a cancelled booking's money. */
    z.strictObject({ decision: z.literal('keep'), reason: reasonSchema, saw }),
  ]),
  output: z.object({ state: z.enum(ATTEMPT_STATES), bookingState: z.enum(BOOKING_STATES) }),
  failures: ['not_found', 'not_decidable', 'changed_meanwhile', 'in_flight', 'sold_out', 'invalid'],
})

export const paymentRowSchema = z.object({
  paymentId: z.string(),
  bookingId: z.string(),
  customerName: z.string(),
  locationName: z.string(),
  planName: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  method: z.enum(RECORDED_METHODS),
  state: z.enum(ATTEMPT_STATES),
  bookingState: z.enum(BOOKING_STATES),
  /** Paisa: what was asked for, the method's fee included; what came, once it is known; what went back or is to. */
  amount: z.int(),
  received: z.nullable(z.int()),
  refunded: z.int(),
  /** Paisa still to be refunded, because the booking was cancelled in time or paid twice; 0 if nothing is due. */
  owed: z.int(),
  transactionId: z.nullable(z.string()),
  createdAt: z.string(),
})
export type PaymentRow = z.output<typeof paymentRowSchema>

/** What waits for a person, what waits longest first. */
export const listReviewQueue = endpoint({
  method: 'GET',
  path: '/api/admin/payments/waiting',
  access: 'staff',
  input: z.object({ group: z.optional(z.enum(REVIEW_GROUP_IDS)) }),
  output: z.object({
    items: z.array(
      z.object({
        payment: paymentRowSchema,
        waits: z.array(z.enum(REVIEW_REASONS)),
        /** A receipt of it was sent for another booking too, or its transaction has paid one. */
        seenBefore: z.boolean(),
        since: z.string(),
      }),
    ),
    /** There are more than are listed. */
    more: z.boolean(),
    /** How many payments wait in all and in each group; one payment can wait in several. */
    counts: z.object({ all: z.int(), verify: z.int(), decision: z.int(), unclear: z.int(), refund: z.int() }),
  }),
  failures: [],
})

/** What narrows the list of payments, and its table. */
export const paymentFilter = {
  /** A booking's or payment's id, a transaction as an account shows it, or parts of a name or an address. */
  q: z.optional(z.string().check(z.maxLength(200))),
  location: z.optional(z.enum(LOCATION_IDS)),
  method: z.optional(z.enum(RECORDED_METHODS)),
  state: z.optional(z.enum(ATTEMPT_STATES)),
  /** Kathmandu dates on which payments were begun, both included. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
}

/** Lists all payments, newest first. Managers only; docs/rules.md#staff-and-roles. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'staff',
  role: 'manager',
  input: z.object({ ...paymentFilter, cursor: z.optional(z.string()) }),
  output: z.object({ items: z.array(paymentRowSchema), ...pageSchema }),
  failures: ['invalid'],
})

export const receiptSchema = z.object({
  receiptId: z.string(),
  sentAt: z.string(),
  /** False once the picture was deleted. */
  kept: z.boolean(),
  reading: z.nullable(readingSchema),
  problems: z.array(receiptProblemSchema),
  /** Where the same file, picture or transaction was seen before; of other locations' only that it was. */
  earlier: z.array(
    z.object({
      same: z.enum(['file', 'picture', 'transaction']),
      payment: z.nullable(z.object({ paymentId: z.string(), bookingId: z.string(), customerName: z.string() })),
    }),
  ),
})
export type ReceiptView = z.output<typeof receiptSchema>

/** One payment with everything that a decision needs. */
export const readPayment = endpoint({
  method: 'GET',
  path: '/api/admin/payments/{id}',
  access: 'staff',
  input: z.object({}),
  output: z.object({
    payment: paymentRowSchema,
    waits: z.array(z.enum(REVIEW_REASONS)),
    /** What waits until somebody says that it was looked after; `raised` is another each time that it happens. */
    alerts: z.array(z.object({ alert: z.enum(PAYMENT_ALERTS), raised: z.string() })),
    /** Paisa of the amount that are the method's fee. */
    fee: z.int(),
    /** The gateway's last word. */
    reason: z.nullable(z.string()),
    /** The gateway can be asked; when it was last. */
    asks: z.boolean(),
    askedAt: z.nullable(z.string()),
    /** What a receipt should say. */
    payee: z.string(),
    receipts: z.array(receiptSchema),
    refunds: paymentRefundsSchema,
    /**
     * The amount that a cancellation would refund now, and until when it refunds everything;
     * docs/rules.md#cancellation.
     */
    rule: z.object({ due: z.int(), until: z.string() }),
    /** A first membership, which may be given up with its money back until that date. */
    guaranteeUntil: z.nullable(z.string()),
    /** Whether the seats that the booking has lost are free; null where it has its place. */
    seatsFree: z.nullable(z.boolean()),
    /** Whether the booking ends where staff say that this payment brings nothing. */
    endsBooking: z.boolean(),
    /** A refund of all that is left can cancel its confirmed booking: no other payment is in hand for it. */
    mayCancel: z.boolean(),
    /** Whether its customer gave an address: nobody else gets a mail. */
    hasEmail: z.boolean(),
    /** The last thing that somebody decided about it. */
    decided: z.nullable(
      z.object({ what: z.string(), by: z.nullable(z.string()), at: z.string(), reason: z.nullable(z.string()) }),
    ),
  }),
  failures: ['not_found'],
})
export type PaymentView = z.output<typeof readPayment.output>

/** Asks the gateway now how the payment stands, and about a refund of it that is still open. */
export const recheckPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/question',
  access: 'staff',
  input: z.strictObject({}),
  output: z.object({ state: z.enum(ATTEMPT_STATES), bookingState: z.enum(BOOKING_STATES) }),
  failures: ['not_found', 'not_decidable'],
})

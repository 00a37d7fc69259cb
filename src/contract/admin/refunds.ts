import * as z from 'zod/mini'
import { REFUND_CHANNELS, REFUND_STATES, STAFF_REFUND_CHANNELS } from '#domain/refund.ts'
import { endpoint } from '../endpoint.ts'
import { reasonSchema } from './reason.ts'

export const refundSchema = z.object({
  refundId: z.string(),
  paymentId: z.string(),
  way: z.enum(REFUND_CHANNELS),
  state: z.enum(REFUND_STATES),
  /** Paisa. */
  amount: z.int(),
  reason: z.string(),
  /** The gateway's number of the refund, or what staff wrote down of a transfer. */
  reference: z.nullable(z.string()),
  /** What the gateway said last, while it is open or where it failed. */
  answer: z.nullable(z.string()),
  /** Who decided it; null is nobody of ours: it was found at the gateway. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type RefundView = z.output<typeof refundSchema>

export const paymentRefundsSchema = z.object({
  /** Paisa that came, and what of it can still go back: refunds under way are taken off. */
  received: z.int(),
  left: z.int(),
  /** How money of this payment can go back now. */
  ways: z.array(z.enum(STAFF_REFUND_CHANNELS)),
  items: z.array(refundSchema),
})

export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/payments/{id}/refunds',
  access: 'staff',
  input: z.object({}),
  output: paymentRefundsSchema,
  failures: ['not_found'],
})

/** With an `Idempotency-Key`: the same press again is answered with the same refund. */
export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/refunds',
  status: 201,
  access: 'staff',
  role: 'manager',
  fresh: true,
  input: z.strictObject({
    /** `manual` records money that staff have sent themselves. */
    way: z.enum(STAFF_REFUND_CHANNELS),
    amount: z.int().check(z.minimum(1)),
    reason: reasonSchema,
    /** Of a manual one: the number of the transfer. */
    reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
    /** With a refund of all that is left: its confirmed booking is cancelled in the same transaction. */
    cancelBooking: z.optional(z.boolean()),
    /** How many refunds of the payment were seen, whatever became of them: where there are more by now, none is made. */
    saw: z.optional(z.int().check(z.minimum(0))),
  }),
  output: refundSchema,
  failures: [
    'not_found',
    'changed_meanwhile',
    'not_refundable',
    'unsupported_method',
    'in_flight',
    'idempotency_mismatch',
    'idempotency_missing',
  ],
})

/** Of a refund that the gateway never answered: staff looked there, and say whether the money went. */
export const decideRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/{id}/decision',
  access: 'staff',
  role: 'manager',
  fresh: true,
  input: z.strictObject({
    went: z.boolean(),
    reason: reasonSchema,
    /** The gateway's number of it, where it went. */
    reference: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  }),
  output: z.object({ state: z.enum(REFUND_STATES) }),
  failures: ['not_found', 'not_decidable', 'in_flight'],
})

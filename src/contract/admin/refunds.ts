import * as z from 'zod/mini'
import { REFUND_CHANNELS, REFUND_STATES, STAFF_REFUND_CHANNELS } from '#domain/refund.ts'
import { paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { reasonSchema } from './audit.ts'

const reference = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))

const refundSchema = z.object({
  refundId: z.string(),
  paymentId: z.string(),
  channel: z.enum(REFUND_CHANNELS),
  state: z.enum(REFUND_STATES),
  /** Paisa. */
  amount: paisaSchema,
  reason: z.string(),
  /** The gateway's id of the refund, the transfer that staff noted, or who took the cash. */
  reference: z.nullable(z.string()),
  /** The gateway's last message while the refund is open or failed. */
  response: z.nullable(z.string()),
  /** `null` for a refund that was sent automatically, or found at the gateway. */
  by: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type RefundView = z.output<typeof refundSchema>

export const paymentRefundsSchema = z.object({
  /** Paisa received, and what of it can still be refunded. */
  received: paisaSchema,
  refundable: paisaSchema,
  /** Channels available for a refund now. */
  channels: z.array(z.enum(STAFF_REFUND_CHANNELS)),
  items: z.array(refundSchema),
})

export const listRefunds = staffEndpoint({
  method: 'GET',
  path: '/api/admin/payments/{id}/refunds',
  output: paymentRefundsSchema,
  failures: ['not_found'],
})

/** A repeated `Idempotency-Key` returns the same refund. */
export const requestRefund = staffEndpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/refunds',
  status: 201,
  role: 'manager',
  fresh: true,
  input: z.strictObject({
    /** `manual` records money that staff have sent themselves; `cash` waits until the desk pays it out. */
    channel: z.enum(STAFF_REFUND_CHANNELS),
    amount: z.int().check(z.minimum(1)),
    reason: reasonSchema,
    /** Transfer id of a `manual` refund. */
    reference,
    /** Only with a full refund: cancels the confirmed booking in the same transaction. */
    cancelBooking: z.optional(z.boolean()),
    /** The number of refunds displayed; if there are more, the call fails with `changed_meanwhile`. */
    expectedCount: z.optional(z.int().check(z.minimum(0))),
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

/** Records the result of a refund that staff looked up at the gateway. A cash refund can only be withdrawn. */
export const decideRefund = staffEndpoint({
  method: 'POST',
  path: '/api/admin/refunds/{id}/decision',
  role: 'manager',
  fresh: true,
  input: z.strictObject({
    succeeded: z.boolean(),
    reason: reasonSchema,
    /** The gateway's id of a successful refund. */
    reference,
  }),
  output: z.object({ state: z.enum(REFUND_STATES) }),
  failures: ['not_found', 'not_decidable', 'in_flight'],
})

/** Records that the desk has paid out a cash refund. `name` is who took the money. */
export const payOutRefund = staffEndpoint({
  method: 'POST',
  path: '/api/admin/refunds/{id}/payout',
  input: z.strictObject({ name: z.string().check(z.trim(), z.maxLength(100)) }),
  output: z.object({ state: z.enum(REFUND_STATES) }),
  failures: ['not_found', 'invalid', 'not_decidable'],
})

/** Where the customer wants to receive the refund: a proposal, which can be changed until `changeableUntil`. */
export const readRefundAccount = staffEndpoint({
  method: 'GET',
  path: '/api/admin/bookings/{id}/refund-account',
  role: 'manager',
  recorded: true,
  output: z.object({
    /** Either bank or wallet is empty text. */
    bank: z.string(),
    wallet: z.string(),
    account: z.string(),
    name: z.string(),
    changeableUntil: z.string(),
  }),
  failures: ['not_found'],
})

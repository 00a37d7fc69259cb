import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { ATTEMPT_STATES } from '#domain/payment.ts'
import { endpoint } from '../endpoint.ts'
import { readingShape, receiptProblemShape } from '../receipts.ts'

/** A payment that only a person can judge: QR and bank transfer. */
export const toCheckShape = z.object({
  paymentId: z.string(),
  /** Paisa that must have arrived. */
  amount: z.int(),
  receipts: z.array(
    z.object({
      receiptId: z.string(),
      sentAt: z.string(),
      reading: z.nullable(readingShape),
      problems: z.array(receiptProblemShape),
      /** The same picture or transaction was sent for another booking. */
      duplicate: z.boolean(),
    }),
  ),
})
export type ToCheck = z.output<typeof toCheckShape>

/**
 * What staff found in the account. Confirmed with the amount and the transaction as the account shows them: both are
 * compared, and one transaction pays one booking. The front desk looks at receipts; whether money came is for those who
 * see the account (decisions 46).
 */
export const decidePayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/{id}/decision',
  access: 'staff',
  role: 'manager',
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      decision: z.literal('confirm'),
      amount: z.int(),
      transactionId: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)),
      reason: z.optional(z.string().check(z.maxLength(500))),
    }),
    z.strictObject({
      decision: z.literal('reject'),
      reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)),
    }),
  ]),
  output: z.object({ state: z.enum(ATTEMPT_STATES), bookingState: z.enum(BOOKING_STATES) }),
  failures: ['not_found', 'not_decidable', 'invalid'],
})

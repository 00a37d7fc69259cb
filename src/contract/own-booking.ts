import * as z from 'zod/mini'
import { bookingSchema } from './bookings.ts'
import { endpoint } from './endpoint.ts'

// Long enough that realistic mistakes get the message of their field.
const text = (max: number) => z.string().check(z.maxLength(max))

/** A bank or a wallet, and the account there. */
const refundToSchema = z.strictObject({
  bank: z.optional(text(200)),
  wallet: z.optional(text(200)),
  account: text(100),
  name: text(200),
})

const failures = [
  'not_found',
  'wrong_state',
  'invalid',
  'too_many',
  'idempotency_missing',
  'idempotency_mismatch',
] as const

/** Frees the seats, of a booking that has started from tomorrow, and refunds what the terms promise. */
export const cancelOwnBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/cancel',
  access: 'customer',
  input: z.strictObject({
    /** For a refund that is not sent automatically; can be given later, and is ignored if there is none. */
    refundTo: z.optional(refundToSchema),
    /** The displayed refund in paisa; if it differs, the call fails with `changed_meanwhile`. */
    expectedRefund: z.optional(z.int()),
  }),
  output: bookingSchema,
  failures: [...failures, 'changed_meanwhile'],
})

/** Stores or replaces the account for a refund that is due. */
export const changeRefundAccount = endpoint({
  method: 'PUT',
  path: '/api/bookings/{id}/refund-account',
  access: 'customer',
  input: z.strictObject({ refundTo: refundToSchema }),
  output: bookingSchema,
  failures,
})

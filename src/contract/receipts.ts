import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { paisa } from '#domain/money.ts'
import { MAX_RECEIPTS, RECEIPT_PROBLEMS, type ReceiptProblem, type ReceiptReading } from '#domain/receipt/receipt.ts'
import { endpoint } from './endpoint.ts'

const text = z.string().check(z.maxLength(200))

export const receiptProblemSchema = z.enum(Object.keys(RECEIPT_PROBLEMS) as [ReceiptProblem, ...ReceiptProblem[]])

/** What was read on a receipt. Advice for staff; it settles nothing. */
export const readingSchema = z.object({
  /** Paisa. */
  amount: z.optional(z.int().check(z.minimum(0))),
  /** Milliseconds since the epoch. */
  transactedAt: z.optional(z.int()),
  transactionId: z.optional(text),
  bankName: z.optional(text),
  recipientName: z.optional(text),
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
})

/** A reading as it was sent or kept, with its amount as money. */
export function toReceiptReading({ amount, ...rest }: z.output<typeof readingSchema>): ReceiptReading {
  return { ...omitUndefined(rest), ...(amount !== undefined && { amount: paisa(amount) }) }
}

/** Without the fields that are only named: what is optional is there or it is not. */
const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }

/** Shown for one more than the limit, which no wait lifts. */
export const RECEIPT_LIMIT_REACHED = `We have ${MAX_RECEIPTS} receipts for this booking and cannot take another. Our staff check those that we have.`

/**
 * The receipt of a QR payment or a bank transfer: the file as the body, or as a part of `multipart/form-data`. PNG,
 * JPEG or WebP of at most 5 MB; what else it claims to be is not looked at. From then on a person decides.
 */
export const sendReceipt = endpoint({
  method: 'POST',
  path: '/api/payments/{id}/receipt',
  status: 201,
  access: 'customer',
  upload: true,
  input: z.object({}),
  output: z.object({ receiptId: z.string(), bookingState: z.enum(BOOKING_STATES) }),
  failures: ['not_found', 'not_payable', 'unreadable_picture', 'too_many'],
})

/** Stores what the payer's browser read on a receipt and returns the rules it breaks. The first reading is final. */
export const reportReceiptReading = endpoint({
  method: 'PATCH',
  path: '/api/payments/{id}/receipt',
  access: 'customer',
  input: z.strictObject({ receiptId: text, reading: readingSchema }),
  output: z.object({ problems: z.array(receiptProblemSchema) }),
  failures: ['not_found', 'not_payable', 'too_many'],
})

import * as z from 'zod/mini'
import { BOOKING_STATES } from '#domain/booking.ts'
import { paisa } from '#domain/money.ts'
import { MAX_RECEIPTS, RECEIPT_PROBLEMS, type ReceiptProblem } from '#domain/receipt/receipt.ts'
import { endpoint } from './endpoint.ts'

const text = z.string().check(z.maxLength(200))

export const receiptProblemSchema = z.enum(Object.keys(RECEIPT_PROBLEMS) as [ReceiptProblem, ...ReceiptProblem[]])

/** Advice for staff; it settles nothing. */
export const readingSchema = z.object({
  /** Paisa. */
  amount: z.optional(z.pipe(z.int().check(z.minimum(0)), z.transform(paisa))),
  /** Milliseconds since the epoch. */
  transactedAt: z.optional(z.int()),
  transactionId: z.optional(text),
  bankName: z.optional(text),
  recipientName: z.optional(text),
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
})

/** Shown for one receipt more than the limit, which waiting does not lift. */
export const RECEIPT_LIMIT_REACHED = `We have ${MAX_RECEIPTS} receipts for this booking, which is the limit. Our staff check these receipts.`

/**
 * Uploads the receipt of a QR payment or a bank transfer, as the body or a part of `multipart/form-data`: PNG, JPEG or
 * WebP of at most 5 MB, detected by content.
 */
export const sendReceipt = endpoint({
  method: 'POST',
  path: '/api/payments/{id}/receipt',
  status: 201,
  access: 'customer',
  upload: true,
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

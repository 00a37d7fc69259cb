import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  RECEIPT_LIMIT_REACHED,
  type reportReceiptReading,
  type sendReceipt,
  toReceiptReading,
} from '#contract/receipts.ts'
import { paisa } from '#domain/money.ts'
import {
  acceptsReceipts,
  detectImageFormat,
  FILE_PROBLEMS,
  findReceiptProblemsForMethod,
  MAX_RECEIPTS,
} from '#domain/receipt/receipt.ts'
import { environment } from '../../environment.ts'
import type { BookingCredentials } from '../ledger.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { findOwnBooking } from './own-booking.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, toInstant, transitionBooking } from './transitions.ts'

/** The upload goes nowhere, and takes as long as a simulated one should. */
const UPLOAD_MS = 1_000

/** Notes that a receipt was given; the picture stays where it is, since storage has no room for pictures. */
export async function saveReceipt(
  handle: BookingCredentials,
  paymentId: string,
  file: Blob,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  await new Promise<void>((resolve) => environment().later(resolve, UPLOAD_MS))
  const format = detectImageFormat(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return withStorageLock(() => {
    const booking = findOwnBooking(handle)
    const attempt = booking?.payments.find((known) => known.paymentId === paymentId)
    if (!booking || !attempt) return fail('not_found')
    if (!acceptsReceipts(attempt)) return fail('not_payable')
    if (!format) return fail('unsupported_type', { message: FILE_PROBLEMS.not_an_image })
    const earlier = booking.payments.flatMap(({ receipts }) => receipts)
    if (earlier.length >= MAX_RECEIPTS) return fail('too_many', { message: RECEIPT_LIMIT_REACHED })
    const now = environment().now()
    const receipt = { receiptId: environment().randomId(), sentAt: toInstant(now), reading: null }
    const payments = replaceAttempt(booking, { ...attempt, receipts: [...attempt.receipts, receipt] })
    const until = toInstant(now + getBusiness().verifyHours * 3_600_000)
    // The time of the staff begins with the first receipt, and the place is kept at least as long as before.
    const isLonger = earlier.length === 0 && booking.expiresAt !== null && booking.expiresAt < until
    const changes = { payments, expiresAt: isLonger ? until : booking.expiresAt }
    const kept =
      booking.status === 'held'
        ? transitionBooking(booking, 'pending_verification', changes)
        : changeBooking(booking, changes)
    return succeed({ receiptId: receipt.receiptId, bookingState: kept.status })
  })
}

/** Stores the first reading and returns the receipt rules it breaks. */
export const recordReading = (
  handle: BookingCredentials,
  paymentId: string,
  { receiptId, reading }: Input<typeof reportReceiptReading>,
): Promise<Outcome<Output<typeof reportReceiptReading>>> =>
  withStorageLock(() => {
    const booking = findOwnBooking(handle)
    const attempt = booking?.payments.find((known) => known.paymentId === paymentId)
    const receipt = attempt?.receipts.find((known) => known.receiptId === receiptId)
    if (!booking || !attempt || !receipt) return fail('not_found')
    if (attempt.state !== 'pending') return fail('not_payable')
    if (!receipt.reading) {
      const receipts = attempt.receipts.map((known) => (known === receipt ? { ...known, reading } : known))
      changeBooking(booking, { payments: replaceAttempt(booking, { ...attempt, receipts }) })
    }
    const told = toReceiptReading(receipt.reading ?? reading)
    const expected = { amount: paisa(attempt.amount), method: attempt.method }
    return succeed({ problems: findReceiptProblemsForMethod(told, expected, environment().now()) })
  })

const replaceAttempt = ({ payments }: BookingRecord, attempt: AttemptRecord): AttemptRecord[] =>
  payments.map((known) => (known.paymentId === attempt.paymentId ? attempt : known))

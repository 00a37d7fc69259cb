import { fail, succeed } from '#contract/failure.ts'
import { RECEIPT_LIMIT_REACHED } from '#contract/receipts.ts'
import {
  acceptsReceipts,
  detectImageFormat,
  FILE_PROBLEMS,
  findReceiptProblems,
  MAX_RECEIPTS,
} from '#domain/receipt/receipt.ts'
import { environment } from '../../environment.ts'
import type { Ledger } from '../index.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { findOwnBooking } from './own-booking.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, toInstant, transitionBooking } from './transitions.ts'

/** The simulated duration of an upload. */
const UPLOAD_MS = 1_000

/** Records that a receipt was given. The image is not stored, because storage is too small. */
export const saveReceipt: Ledger['sendReceipt'] = async (credentials, paymentId, file) => {
  await new Promise<void>((resolve) => environment().later(resolve, UPLOAD_MS))
  const format = detectImageFormat(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    const attempt = booking?.payments.find((payment) => payment.paymentId === paymentId)
    if (!booking || !attempt) return fail('not_found')
    if (!acceptsReceipts(attempt)) return fail('not_payable')
    if (!format) return fail('unsupported_type', { message: FILE_PROBLEMS.not_an_image })
    const previous = booking.payments.flatMap(({ receipts }) => receipts)
    if (previous.length >= MAX_RECEIPTS) return fail('too_many', { message: RECEIPT_LIMIT_REACHED })
    const now = environment().now()
    const receipt = { receiptId: environment().randomId(), sentAt: toInstant(now), reading: null }
    const payments = replaceAttempt(booking, { ...attempt, receipts: [...attempt.receipts, receipt] })
    const until = toInstant(now + getBusiness().verifyHours * 3_600_000)
    // The first receipt extends the hold for the review.
    const isLonger = previous.length === 0 && booking.expiresAt !== null && booking.expiresAt < until
    const changes = { payments, expiresAt: isLonger ? until : booking.expiresAt }
    const changed =
      booking.status === 'held'
        ? transitionBooking(booking, 'pending_verification', changes)
        : changeBooking(booking, changes)
    return succeed({ receiptId: receipt.receiptId, bookingState: changed.status })
  })
}

/** Stores the first reading and returns the receipt rules it breaks. */
export const recordReading: Ledger['reportReading'] = (credentials, paymentId, { receiptId, reading }) =>
  withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    const attempt = booking?.payments.find((payment) => payment.paymentId === paymentId)
    const receipt = attempt?.receipts.find((other) => other.receiptId === receiptId)
    if (!booking || !attempt || !receipt) return fail('not_found')
    if (attempt.state !== 'pending') return fail('not_payable')
    if (!receipt.reading) {
      const receipts = attempt.receipts.map((other) => (other === receipt ? { ...other, reading } : other))
      changeBooking(booking, { payments: replaceAttempt(booking, { ...attempt, receipts }) })
    }
    return succeed({
      problems: findReceiptProblems(receipt.reading ?? reading, attempt, environment().now()),
    })
  })

const replaceAttempt = ({ payments }: BookingRecord, attempt: AttemptRecord): AttemptRecord[] =>
  payments.map((payment) => (payment.paymentId === attempt.paymentId ? attempt : payment))

import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { RECEIPTS_COMPLETE, readingOf, type sendReceipt, type tellReading } from '#contract/receipts.ts'
import { paisa } from '#domain/money.ts'
import { FILE_PROBLEMS, MAX_RECEIPTS, pictureFormat, problemsOf, takesReceipts } from '#domain/receipt.ts'
import { environment } from '../../environment.ts'
import type { BookingHandle } from '../ledger.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { business } from './business.ts'
import { atOnce } from './kept.ts'
import { changeBooking, instant, moveBooking } from './moving.ts'
import { ownBooking } from './own.ts'

/** The upload goes nowhere, and takes as long as a simulated one should. */
const UPLOAD_MS = 1_000

/** Notes that a receipt was given; the picture stays where it is, since storage has no room for pictures. */
export async function keepReceipt(
  handle: BookingHandle,
  paymentId: string,
  file: Blob,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  await new Promise<void>((resolve) => environment().later(resolve, UPLOAD_MS))
  const format = pictureFormat(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return atOnce(() => {
    const booking = ownBooking(handle)
    const attempt = booking?.payments.find((known) => known.paymentId === paymentId)
    if (!booking || !attempt) return fail('not_found')
    if (!takesReceipts(attempt)) return fail('not_payable')
    if (!format) return fail('unsupported_type', { message: FILE_PROBLEMS.not_an_image })
    const earlier = booking.payments.flatMap(({ receipts }) => receipts)
    if (earlier.length >= MAX_RECEIPTS) return fail('too_many', { message: RECEIPTS_COMPLETE })
    const now = environment().now()
    const receipt = { receiptId: environment().randomId(), sentAt: instant(now), reading: null }
    const payments = withAttempt(booking, { ...attempt, receipts: [...attempt.receipts, receipt] })
    const until = instant(now + business().verifyHours * 3_600_000)
    // The time of the staff begins with the first receipt, and the place is kept at least as long as before.
    const isLonger = earlier.length === 0 && booking.expiresAt !== null && booking.expiresAt < until
    const changes = { payments, expiresAt: isLonger ? until : booking.expiresAt }
    const kept =
      booking.status === 'held'
        ? moveBooking(booking, 'pending_verification', changes)
        : changeBooking(booking, changes)
    return succeed({ receiptId: receipt.receiptId, bookingState: kept.status })
  })
}

/** Stores the first reading and returns the receipt rules it breaks. */
export const noteReading = (
  handle: BookingHandle,
  paymentId: string,
  { receiptId, reading }: Input<typeof tellReading>,
): Promise<Outcome<Output<typeof tellReading>>> =>
  atOnce(() => {
    const booking = ownBooking(handle)
    const attempt = booking?.payments.find((known) => known.paymentId === paymentId)
    const receipt = attempt?.receipts.find((known) => known.receiptId === receiptId)
    if (!booking || !attempt || !receipt) return fail('not_found')
    if (attempt.state !== 'pending') return fail('not_payable')
    if (!receipt.reading) {
      const receipts = attempt.receipts.map((known) => (known === receipt ? { ...known, reading } : known))
      changeBooking(booking, { payments: withAttempt(booking, { ...attempt, receipts }) })
    }
    const told = readingOf(receipt.reading ?? reading)
    const expected = { amount: paisa(attempt.amount), method: attempt.method }
    return succeed({ problems: problemsOf(told, expected, environment().now()) })
  })

const withAttempt = ({ payments }: BookingRecord, attempt: AttemptRecord): AttemptRecord[] =>
  payments.map((known) => (known.paymentId === attempt.paymentId ? attempt : known))

import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { RECEIPT_LIMIT_REACHED, type reportReceiptReading, type sendReceipt } from '#contract/receipts.ts'
import {
  acceptsReceipts,
  findReceiptProblems,
  MAX_RECEIPTS,
  normaliseTransactionId,
  type ReceiptReading,
} from '#domain/receipt/receipt.ts'
import type { App } from '../app.ts'
import { findOwnBooking } from '../bookings/access.ts'
import { assertUpdated, transitionBooking } from '../bookings/transitions.ts'
import { stopCountingUnpaidTransfer } from '../bookings/unpaid-transfers.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockPayment } from '../db/row-locks.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'
import { type LocationScope, loadBookingOfPayment } from './access.ts'
import { findPayment } from './attempts.ts'
import { type ReceiptImage, readReceiptImage } from './receipt-image.ts'
import { holdSeatsUntil } from './updates.ts'

/** The image is deleted after this time, as the privacy page promises; its hashes detect reuse. */
export const IMAGE_STORED_MS = 90 * 24 * 3_600_000

export async function findOwnPayment(app: App, id: string, secret: string): Promise<Payment | undefined> {
  const payment = await findPayment(app.db.read, id)
  return payment && (await findOwnBooking(app, app.db.read, payment.booking_id, secret)) ? payment : undefined
}

/** Accepted even after the seats were released. It confirms nothing. */
export async function saveReceipt(
  app: App,
  payment: Payment,
  file: Uint8Array,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  if (!acceptsReceipts(payment)) return fail('not_payable')
  const image = await readReceiptImage(file)
  if (!image.ok) return image
  return writeAndNotify(app, (db) => insertReceipt(app, db, payment.id, image.value))
}

/** Returns the rules that a reading breaks. The first reading is final, and none is accepted after the decision. */
export async function recordReading(
  app: App,
  payment: Payment,
  { receiptId, reading }: Input<typeof reportReceiptReading>,
): Promise<Outcome<Output<typeof reportReceiptReading>>> {
  const stored = await writeAndNotify(app, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('receipts')
      .set({
        reading: JSON.stringify(reading),
        transaction_id: reading.transactionId ? normaliseTransactionId(reading.transactionId) : null,
      })
      .where('id', '=', receiptId)
      .where('payment_id', '=', payment.id)
      .where('reading', 'is', null)
      .where((row) =>
        row.exists(row.selectFrom('payments').select('id').where('id', '=', payment.id).where('state', '=', 'pending')),
      )
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return findStoredReading(db, payment.id, receiptId)
    await recordEvent(db, 'booking_update', payment.booking_id, app.now())
    return succeed(reading)
  })
  if (!stored.ok) return stored
  return succeed({ problems: findReceiptProblems(stored.value, payment, app.now()) })
}

async function findStoredReading(db: Queries, paymentId: string, receiptId: string): Promise<Outcome<ReceiptReading>> {
  const receipt = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['receipts.reading', 'payments.state'])
    .where('receipts.id', '=', receiptId)
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (!receipt) return fail('not_found')
  if (receipt.state !== 'pending' || receipt.reading === null) return fail('not_payable')
  return succeed(JSON.parse(receipt.reading))
}

export async function deleteOldReceiptImages(app: App): Promise<void> {
  await runTransaction(app.db, (db) =>
    db
      .updateTable('receipts')
      .set({ image: null })
      .where('created_at', '<', instant(app.now() - IMAGE_STORED_MS))
      .where('image', 'is not', null)
      .execute(),
  )
}

async function insertReceipt(
  app: App,
  db: Queries,
  paymentId: string,
  { image, fileHash, pixelHash }: ReceiptImage,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  const now = app.now()
  // Locked, so that concurrent uploads are counted one after the other.
  const payment = await lockPayment(db, paymentId)
  if (!payment || !acceptsReceipts(payment)) return fail('not_payable')
  const booking = await loadBookingOfPayment(db, payment)
  const earlier = await db
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .select(['receipts.id', 'receipts.payment_id', 'receipts.file_hash'])
    .where('payments.booking_id', '=', booking.id)
    .execute()
  const known = earlier.find((receipt) => receipt.file_hash === fileHash && receipt.payment_id === paymentId)
  if (known) return succeed({ receiptId: known.id, bookingState: booking.state })
  if (earlier.length >= MAX_RECEIPTS) return fail('too_many', { message: RECEIPT_LIMIT_REACHED })
  const receiptId = crypto.randomUUID()
  await db
    .insertInto('receipts')
    .values({
      id: receiptId,
      payment_id: paymentId,
      file_hash: fileHash,
      pixel_hash: pixelHash,
      image,
      created_at: instant(now),
    })
    .execute()
  // Only the first receipt starts the review time.
  if (earlier.length === 0 || booking.state === 'held')
    return succeed({ receiptId, bookingState: await requestReview(app, db, booking, now) })
  await recordEvent(db, 'booking_update', booking.id, now)
  return succeed({ receiptId, bookingState: booking.state })
}

/** Holds the seats for the review, at least as long as before. */
async function requestReview(app: App, db: Queries, booking: Booking, now: number): Promise<Booking['state']> {
  const until = now + app.env.verifyHours * 3_600_000
  if (booking.state === 'held') {
    assertUpdated(await transitionBooking(app, db, booking, 'pending_verification', instant(until)))
    return 'pending_verification'
  }
  await stopCountingUnpaidTransfer(db, booking)
  if (booking.state === 'pending_verification' && booking.expires_at && booking.expires_at < instant(until))
    await holdSeatsUntil(db, booking, until)
  await recordEvent(db, 'booking_update', booking.id, now)
  return booking.state
}

export async function openReceiptImage(
  app: App,
  { workplaces }: LocationScope,
  id: string,
): Promise<Outcome<{ image: Uint8Array; bookingId: string }>> {
  const row = await app.db.read
    .selectFrom('receipts')
    .innerJoin('payments', 'payments.id', 'receipts.payment_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['receipts.image', 'payments.booking_id'])
    .where('receipts.id', '=', id)
    .where(isWithinWorkplaces(workplaces))
    .executeTakeFirst()
  return row?.image ? succeed({ image: row.image, bookingId: row.booking_id }) : fail('not_found')
}

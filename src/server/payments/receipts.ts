import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  RECEIPT_LIMIT_REACHED,
  type reportReceiptReading,
  type sendReceipt,
  toReceiptReading,
} from '#contract/receipts.ts'
import {
  acceptsReceipts,
  findReceiptProblemsForMethod,
  MAX_RECEIPTS,
  normaliseTransactionId,
  type ReceiptReading,
} from '#domain/receipt/receipt.ts'
import type { App } from '../app.ts'
import { transitionBooking } from '../bookings/transitions.ts'
import { stopCountingUnpaidTransfer } from '../bookings/unpaid-transfers.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { lockBooking } from '../db/row-locks.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { isBookingSecret } from '../secrets.ts'
import { type ReceiptImage, readReceiptImage } from './receipt-image.ts'

/** Then the picture goes; its hashes stay, so that it is known again. Promised on the privacy page. */
export const IMAGE_STORED_MS = 90 * 24 * 3_600_000

/** A payment of the booking that the secret opens. */
export async function findOwnPayment(app: App, id: string, secret: string): Promise<PaymentTable | undefined> {
  const payment = await app.db.read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return payment && isBookingSecret(app.bookingKey, payment.booking_id, secret) ? payment : undefined
}

/**
 * Keeps a receipt and hands its booking to staff. It proves nothing: only a person who saw the money confirms. Sent
 * again, it is the same receipt; sent after the place was given away, it is kept for staff all the same.
 */
export async function saveReceipt(
  app: App,
  payment: PaymentTable,
  file: Uint8Array,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  if (!acceptsReceipts(payment)) return fail('not_payable')
  const picture = await readReceiptImage(file)
  if (!picture.ok) return picture
  const outcome = await app.db.write((db) => insertReceipt(app, db, payment.id, picture.value))
  if (outcome.ok) app.notifier.notify()
  return outcome
}

/**
 * Stores what the payer's browser read and returns the rules it breaks. The first reading of a receipt is final, and
 * none is accepted after the decision, so that payers cannot rewrite what staff judged by.
 */
export async function recordReading(
  app: App,
  payment: PaymentTable,
  { receiptId, reading }: Input<typeof reportReceiptReading>,
): Promise<Outcome<Output<typeof reportReceiptReading>>> {
  const told = toReceiptReading(reading)
  const kept = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('payment_evidence')
      .set({
        reading: JSON.stringify(told),
        transaction_id: told.transactionId ? normaliseTransactionId(told.transactionId) : null,
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
    return succeed(told)
  })
  if (!kept.ok) return kept
  app.notifier.notify()
  return succeed({ problems: findReceiptProblemsForMethod(kept.value, payment, app.now()) })
}

/** What was read of a receipt before, while nobody has decided. */
async function findStoredReading(db: Queries, paymentId: string, receiptId: string): Promise<Outcome<ReceiptReading>> {
  const receipt = await db
    .selectFrom('payment_evidence')
    .innerJoin('payments', 'payments.id', 'payment_evidence.payment_id')
    .select(['payment_evidence.reading', 'payments.state'])
    .where('payment_evidence.id', '=', receiptId)
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (!receipt) return fail('not_found')
  if (receipt.state !== 'pending' || receipt.reading === null) return fail('not_payable')
  return succeed(toReceiptReading(JSON.parse(receipt.reading)))
}

/** Pictures are deleted after ninety days. */
export async function deleteOldReceiptImages(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .updateTable('payment_evidence')
      .set({ picture: null })
      .where('created_at', '<', instant(app.now() - IMAGE_STORED_MS))
      .where('picture', 'is not', null)
      .execute()
    return succeed(undefined)
  })
}

async function insertReceipt(
  app: App,
  db: Queries,
  paymentId: string,
  { image, fileHash, pixelHash }: ReceiptImage,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  const now = app.now()
  const { booking_id } = await db
    .selectFrom('payments')
    .select('booking_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  // Two that come at once are counted one after the other.
  const booking = await lockBooking(db, booking_id)
  if (!booking) throw new Error(`no booking ${booking_id}`)
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (!acceptsReceipts(payment)) return fail('not_payable')
  const kept = await db
    .selectFrom('payment_evidence')
    .innerJoin('payments', 'payments.id', 'payment_evidence.payment_id')
    .select(['payment_evidence.id', 'payment_evidence.payment_id', 'payment_evidence.file_hash'])
    .where('payments.booking_id', '=', booking_id)
    .execute()
  const known = kept.find((receipt) => receipt.file_hash === fileHash && receipt.payment_id === paymentId)
  if (known) return succeed({ receiptId: known.id, bookingState: booking.state })
  if (kept.length >= MAX_RECEIPTS) return fail('too_many', { message: RECEIPT_LIMIT_REACHED })
  const receiptId = crypto.randomUUID()
  await db
    .insertInto('payment_evidence')
    .values({
      id: receiptId,
      payment_id: paymentId,
      file_hash: fileHash,
      pixel_hash: pixelHash,
      picture: image,
      reading: null,
      transaction_id: null,
      created_at: instant(now),
    })
    .execute()
  // The time of the staff begins with the first receipt: another one does not begin it anew.
  if (kept.length === 0 || booking.state === 'held')
    return succeed({ receiptId, bookingState: await requestReview(app, db, booking, now) })
  await recordEvent(db, 'booking_update', booking.id, now)
  return succeed({ receiptId, bookingState: booking.state })
}

/** The place is kept while staff look, at least as long as it was kept before. */
async function requestReview(
  app: App,
  db: Queries,
  booking: BookingTable,
  now: number,
): Promise<BookingTable['state']> {
  const until = instant(now + app.env.verifyHours * 3_600_000)
  if (booking.state === 'held') {
    if (!(await transitionBooking(db, booking, 'pending_verification', now, until))) throw new Conflict()
    return 'pending_verification'
  }
  await stopCountingUnpaidTransfer(db, booking)
  if (booking.state === 'pending_verification' && booking.expires_at && booking.expires_at < until) {
    const { numUpdatedRows } = await db
      .updateTable('bookings')
      .set({ expires_at: until })
      .where('id', '=', booking.id)
      .where('state', '=', 'pending_verification')
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new Conflict()
  }
  await recordEvent(db, 'booking_update', booking.id, now)
  return booking.state
}

import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { RECEIPTS_COMPLETE, readingOf, type sendReceipt, type tellReading } from '#contract/receipts.ts'
import { MAX_RECEIPTS, problemsOf, type ReceiptReading, takesReceipts, transactionKey } from '#domain/receipt.ts'
import type { App } from '../app.ts'
import { moveBooking } from '../bookings/transitions.ts'
import { stopCountingUnpaid } from '../bookings/unpaid-transfers.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { holdBooking } from '../db/holding.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { recordEvent } from '../events/events.ts'
import { opensBooking } from '../secrets.ts'
import { type Picture, readPicture } from './receipt-picture.ts'

/** Then the picture goes; its hashes stay, so that it is known again. Promised on the privacy page. */
export const KEPT_MS = 90 * 24 * 3_600_000

/** A payment of the booking that the secret opens. */
export async function ownPayment(app: App, id: string, secret: string): Promise<PaymentTable | undefined> {
  const payment = await app.db.read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return payment && opensBooking(app.bookingKey, payment.booking_id, secret) ? payment : undefined
}

/**
 * Keeps a receipt and hands its booking to staff. It proves nothing: only a person who saw the money confirms. Sent
 * again, it is the same receipt; sent after the place was given away, it is kept for staff all the same.
 */
export async function keepReceipt(
  app: App,
  payment: PaymentTable,
  file: Uint8Array,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  if (!takesReceipts(payment)) return fail('not_payable')
  const picture = await readPicture(file)
  if (!picture.ok) return picture
  const outcome = await app.db.write((db) => write(app, db, payment.id, picture.value))
  if (outcome.ok) app.bell.ring()
  return outcome
}

/**
 * Stores what the payer's browser read and returns the rules it breaks. The first reading of a receipt is final, and
 * none is accepted after the decision, so that payers cannot rewrite what staff judged by.
 */
export async function noteReading(
  app: App,
  payment: PaymentTable,
  { receiptId, reading }: Input<typeof tellReading>,
): Promise<Outcome<Output<typeof tellReading>>> {
  const told = readingOf(reading)
  const kept = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('payment_evidence')
      .set({
        reading: JSON.stringify(told),
        transaction_id: told.transactionId ? transactionKey(told.transactionId) : null,
      })
      .where('id', '=', receiptId)
      .where('payment_id', '=', payment.id)
      .where('reading', 'is', null)
      .where((row) =>
        row.exists(row.selectFrom('payments').select('id').where('id', '=', payment.id).where('state', '=', 'pending')),
      )
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return standingReading(db, payment.id, receiptId)
    await recordEvent(db, 'booking_update', payment.booking_id, app.now())
    return succeed(told)
  })
  if (!kept.ok) return kept
  app.bell.ring()
  return succeed({ problems: problemsOf(kept.value, payment, app.now()) })
}

/** What was read of a receipt before, while nobody has decided. */
async function standingReading(db: Queries, paymentId: string, receiptId: string): Promise<Outcome<ReceiptReading>> {
  const receipt = await db
    .selectFrom('payment_evidence')
    .innerJoin('payments', 'payments.id', 'payment_evidence.payment_id')
    .select(['payment_evidence.reading', 'payments.state'])
    .where('payment_evidence.id', '=', receiptId)
    .where('payments.id', '=', paymentId)
    .executeTakeFirst()
  if (!receipt) return fail('not_found')
  if (receipt.state !== 'pending' || receipt.reading === null) return fail('not_payable')
  return succeed(readingOf(JSON.parse(receipt.reading)))
}

/** Pictures are deleted after ninety days. */
export async function forgetOldReceipts(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .updateTable('payment_evidence')
      .set({ picture: null })
      .where('created_at', '<', instant(app.now() - KEPT_MS))
      .where('picture', 'is not', null)
      .execute()
    return succeed(undefined)
  })
}

async function write(
  app: App,
  db: Queries,
  paymentId: string,
  { picture, fileHash, pixelHash }: Picture,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  const now = app.now()
  const { booking_id } = await db
    .selectFrom('payments')
    .select('booking_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  // Two that come at once are counted one after the other.
  const booking = await holdBooking(db, booking_id)
  if (!booking) throw new Error(`no booking ${booking_id}`)
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (!takesReceipts(payment)) return fail('not_payable')
  const kept = await db
    .selectFrom('payment_evidence')
    .innerJoin('payments', 'payments.id', 'payment_evidence.payment_id')
    .select(['payment_evidence.id', 'payment_evidence.payment_id', 'payment_evidence.file_hash'])
    .where('payments.booking_id', '=', booking_id)
    .execute()
  const known = kept.find((receipt) => receipt.file_hash === fileHash && receipt.payment_id === paymentId)
  if (known) return succeed({ receiptId: known.id, bookingState: booking.state })
  if (kept.length >= MAX_RECEIPTS) return fail('too_many', { message: RECEIPTS_COMPLETE })
  const receiptId = crypto.randomUUID()
  await db
    .insertInto('payment_evidence')
    .values({
      id: receiptId,
      payment_id: paymentId,
      file_hash: fileHash,
      pixel_hash: pixelHash,
      picture,
      reading: null,
      transaction_id: null,
      created_at: instant(now),
    })
    .execute()
  // The time of the staff begins with the first receipt: another one does not begin it anew.
  if (kept.length === 0 || booking.state === 'held')
    return succeed({ receiptId, bookingState: await handToStaff(app, db, booking, now) })
  await recordEvent(db, 'booking_update', booking.id, now)
  return succeed({ receiptId, bookingState: booking.state })
}

/** The place is kept while staff look, at least as long as it was kept before. */
async function handToStaff(app: App, db: Queries, booking: BookingTable, now: number): Promise<BookingTable['state']> {
  const until = instant(now + app.env.verifyHours * 3_600_000)
  if (booking.state === 'held') {
    if (!(await moveBooking(db, booking, 'pending_verification', now, until))) throw new Conflict()
    return 'pending_verification'
  }
  await stopCountingUnpaid(db, booking)
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

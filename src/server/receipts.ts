import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { sendReceipt, tellReading } from '#contract/receipts.ts'
import { type PaymentMethod, staffConfirm } from '#domain/payment.ts'
import { transactionKey } from '#domain/receipt.ts'
import type { App } from './app.ts'
import { Conflict, type Queries } from './db/database.ts'
import { type BookingTable, instant, type PaymentTable } from './db/schema.ts'
import { recordEvent } from './events.ts'
import { type Picture, readPicture } from './receipt-picture.ts'
import { problemsOf, readingOf } from './receipts-to-check.ts'
import { opensBooking } from './secrets.ts'
import { moveBooking } from './transitions.ts'

/** A payer who sends a better picture may do so; nobody fills the disk. */
const MOST_PER_PAYMENT = 5
/** Then the picture goes; its hashes stay, so that it is known again. Promised on the privacy page. */
const KEPT_MS = 90 * 24 * 3_600_000

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

/** Notes what the payer's browser read, and says which rules of spec §5 it breaks. */
export async function noteReading(
  app: App,
  payment: PaymentTable,
  { receiptId, reading }: Input<typeof tellReading>,
): Promise<Outcome<Output<typeof tellReading>>> {
  const told = readingOf(reading)
  const noted = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('payment_evidence')
      .set({
        reading: JSON.stringify(told),
        transaction_id: told.transactionId ? transactionKey(told.transactionId) : null,
      })
      .where('id', '=', receiptId)
      .where('payment_id', '=', payment.id)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return fail('not_found')
    await recordEvent(db, 'booking_update', payment.booking_id, app.now())
    return succeed(undefined)
  })
  if (!noted.ok) return noted
  app.bell.ring()
  return succeed({ problems: problemsOf(told, payment, app.now()) })
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

const takesReceipts = ({ method, state }: { method: PaymentMethod; state: PaymentTable['state'] }): boolean =>
  staffConfirm(method) && state === 'pending'

async function write(
  app: App,
  db: Queries,
  paymentId: string,
  { picture, fileHash, pixelHash }: Picture,
): Promise<Outcome<Output<typeof sendReceipt>>> {
  const now = app.now()
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  if (!takesReceipts(payment)) return fail('not_payable')
  const kept = await db
    .selectFrom('payment_evidence')
    .select(['id', 'file_hash'])
    .where('payment_id', '=', paymentId)
    .execute()
  const known = kept.find((receipt) => receipt.file_hash === fileHash)
  if (!known && kept.length >= MOST_PER_PAYMENT) return fail('too_many', { retryAfter: 3_600 })
  const receiptId = known?.id ?? crypto.randomUUID()
  if (!known)
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
  return succeed({ receiptId, bookingState: await handToStaff(app, db, payment.booking_id, now) })
}

/** The place is kept while staff look, at least as long as it was kept before. */
async function handToStaff(app: App, db: Queries, bookingId: string, now: number): Promise<BookingTable['state']> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
  const until = instant(now + app.env.verifyHours * 3_600_000)
  if (booking.state === 'held') {
    if (!(await moveBooking(db, booking, 'pending_verification', now, until))) throw new Conflict()
    return 'pending_verification'
  }
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

import { sql } from 'kysely'
import type { PaymentToCheck } from '#contract/admin/payments.ts'
import { ACCOUNT_METHODS, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { findReceiptProblems, type ReceiptReading } from '#domain/receipt/receipt.ts'
import type { Queries } from '../db/database.ts'

/** Returns the pending payments that staff confirm, with their receipts. */
export async function readPaymentsToCheck(
  db: Queries,
  bookingIds: readonly string[],
): Promise<Map<string, PaymentToCheck>> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select([
      'payments.id',
      'payments.booking_id',
      'payments.amount',
      'payments.method',
      'bookings.state as booking_state',
    ])
    .where('payments.booking_id', 'in', bookingIds)
    .where('payments.state', '=', 'pending')
    .where('payments.method', 'in', STAFF_CONFIRMED_METHODS)
    .orderBy('payments.created_at')
    .execute()
  if (payments.length === 0) return new Map()
  const ids = payments.map(({ id }) => id)
  const receipts = await db
    .selectFrom('receipts')
    .select(['id', 'payment_id', 'reading', 'created_at'])
    .where('payment_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const { receipts: duplicates } = await findReusedReceipts(db, ids)
  const found = new Map<string, PaymentToCheck>()
  for (const payment of payments) {
    const { id, booking_id, amount, booking_state } = payment
    const ownReceipts = receipts
      .filter(({ payment_id }) => payment_id === id)
      .map((receipt) => {
        const reading = receipt.reading === null ? null : (JSON.parse(receipt.reading) as ReceiptReading)
        return {
          receiptId: receipt.id,
          sentAt: receipt.created_at,
          reading,
          problems: reading ? findReceiptProblems(reading, payment, Date.parse(receipt.created_at)) : [],
          duplicate: duplicates.has(receipt.id),
        }
      })
    // A payment without a receipt counts only once its booking awaits verification.
    const needsCheck = booking_state === 'pending_verification' || ownReceipts.length > 0
    if (needsCheck && (ownReceipts.length > 0 || !found.get(booking_id)?.receipts.length))
      found.set(booking_id, { paymentId: id, amount, receipts: ownReceipts })
  }
  return found
}

/** Receipts whose file, image or transaction belongs to another booking too, and their payments. */
export async function findReusedReceipts(
  db: Queries,
  paymentIds: readonly string[],
): Promise<{ receipts: Set<string>; payments: Set<string> }> {
  if (paymentIds.length === 0) return { receipts: new Set(), payments: new Set() }
  const { rows } = await sql<{ id: string; payment_id: string }>`
    select distinct mine.id, mine.payment_id
    from receipts as mine
    join payments as own on own.id = mine.payment_id
    where mine.payment_id in (${sql.join(paymentIds)})
      and (
        exists (
          select 1
          from receipts as other
          join payments as theirs on theirs.id = other.payment_id
          where (other.file_hash = mine.file_hash
              or other.pixel_hash = mine.pixel_hash
              or other.transaction_id = mine.transaction_id)
            and theirs.booking_id <> own.booking_id
        )
        or exists (
          select 1
          from payments as paid
          where paid.method in (${sql.join(ACCOUNT_METHODS)})
            and paid.provider_reference = mine.transaction_id
            and paid.booking_id <> own.booking_id
        )
      )`.execute(db)
  return {
    receipts: new Set(rows.map(({ id }) => id)),
    payments: new Set(rows.map(({ payment_id }) => payment_id)),
  }
}

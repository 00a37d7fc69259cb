import { paisa, ZERO } from '#domain/money.ts'
import { methodFee, type RecordedMethod } from '#domain/payment.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { createSecret } from '../secrets.ts'

/** Inserts a pending payment of the booking's price and the method's fee, or of the amount in `difference`. */
export async function insertPayment(
  db: Queries,
  booking: Booking,
  method: RecordedMethod,
  now: number,
  difference?: Partial<Pick<Payment, 'difference_version' | 'change_id'>> & Pick<Payment, 'amount' | 'fee' | 'purpose'>,
): Promise<Payment> {
  const fee = methodFee(method, booking.total_amount)
  return db
    .insertInto('payments')
    .values({
      // eSewa accepts letters, digits and hyphens only.
      id: createSecret().replaceAll('_', '-'),
      booking_id: booking.id,
      purpose: 'booking',
      method,
      state: 'pending',
      amount: paisa(booking.total_amount + fee),
      fee,
      currency: booking.currency,
      refunded: ZERO,
      billable: 1,
      created_at: instant(now),
      updated_at: instant(now),
      ...difference,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

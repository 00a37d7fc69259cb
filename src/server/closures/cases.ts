import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'

/**
 * Marks that the customer has dealt with the closed days of a booking, by moving or cancelling it. Days that were closed
 * after `decidedAt` are left to staff.
 */
export async function markHandledByCustomer(
  db: Queries,
  { id }: Pick<Booking, 'id'>,
  now: number,
  decidedAt: Instant = instant(now),
): Promise<void> {
  await db
    .updateTable('closure_bookings')
    .set({ handled_at: instant(now) })
    .where('booking_id', '=', id)
    .where('handled_at', 'is', null)
    .where('created_at', '<=', decidedAt)
    .execute()
}

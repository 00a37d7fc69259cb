import type { Queries } from '../db/database.ts'
import { type Booking, instant } from '../db/schema.ts'

/** Marks that the customer has dealt with the closed days of a booking, by moving or cancelling it. */
export async function markHandledByCustomer(db: Queries, { id }: Pick<Booking, 'id'>, now: number): Promise<void> {
  await db
    .updateTable('closure_bookings')
    .set({ handled_at: instant(now) })
    .where('booking_id', '=', id)
    .where('handled_at', 'is', null)
    .execute()
}

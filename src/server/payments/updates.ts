import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment, Refund } from '../db/schema.ts'

/** Changes a payment that is still in the state that was read. */
export async function updatePayment(
  db: Queries,
  { id, state }: Pick<Payment, 'id' | 'state'>,
  changes: Partial<Payment>,
): Promise<void> {
  await db
    .updateTable('payments')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Conflict())
}

/** Changes a refund that is still in the state that was read. */
export async function updateRefund(db: Queries, { id, state }: Refund, changes: Partial<Refund>): Promise<void> {
  await db
    .updateTable('refunds')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Conflict())
}

/** Must not overwrite a concurrent extension. */
export async function holdSeatsUntil(db: Queries, booking: Booking, until: number): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ expires_at: instant(until) })
    .where('id', '=', booking.id)
    .where('state', '=', booking.state)
    .where('expires_at', '=', booking.expires_at)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Conflict())
}

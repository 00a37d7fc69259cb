import type { Queries } from './database.ts'
import type { Booking, Membership, Payment, WaitingEntry } from './schema.ts'

// An update that changes nothing locks a row until the transaction ends, on both engines. The order that prevents
// deadlocks: booking, its payments, refunds and change, entry of the waiting list, seat days (by location and day), room
// slots (by room, day and slot), room balances, renewal claim, membership, cash-up or note of the desk, head of the audit
// log, counter of bills. The lock of the booking protects its change and its room balances, that of the entry its offer.

export const lockBooking = (db: Queries, id: string): Promise<Booking | undefined> =>
  db
    .updateTable('bookings')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Locks the booking first, as the trigger on payments updates it. */
export async function lockPayment(db: Queries, id: string): Promise<Payment | undefined> {
  const known = await db.selectFrom('payments').select('booking_id').where('id', '=', id).executeTakeFirst()
  if (!known) return undefined
  await lockBooking(db, known.booking_id)
  return db
    .updateTable('payments')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export const lockMembership = (db: Queries, id: string): Promise<Membership | undefined> =>
  db
    .updateTable('memberships')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const lockWaitingEntry = (db: Queries, id: string): Promise<WaitingEntry | undefined> =>
  db
    .updateTable('waiting_entries')
    .set((row) => ({ changed_at: row.ref('changed_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

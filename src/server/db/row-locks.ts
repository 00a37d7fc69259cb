import type { Queries } from './database.ts'
import type { BookingTable, PaymentTable } from './schema.ts'

// A row as it is, kept from others until the end of this writing: writing it to itself does so on both engines. What is
// read after that has seen everything that another writing has just changed.
//
// Everybody takes them in one order, so that no two wait for each other: a booking, its payments, their refunds, the seats
// of its days (by location and day), its membership, and the head of the audit last. Writing what a payment comes to writes
// its booking too (a trigger, migration 009): whoever holds a payment holds its booking already.

export const lockBooking = (db: Queries, id: string): Promise<BookingTable | undefined> =>
  db
    .updateTable('bookings')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** With its booking. */
export async function lockPayment(db: Queries, id: string): Promise<PaymentTable | undefined> {
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

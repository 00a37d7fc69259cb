import type { Queries } from './db/database.ts'
import type { BookingTable, PaymentTable } from './db/schema.ts'

// A row as it is, kept from others until the end of this writing: writing it to itself does so on both engines. What is
// read after that has seen everything that another writing has just changed. A payment is held before its refunds.

export const holdBooking = (db: Queries, id: string): Promise<BookingTable | undefined> =>
  db
    .updateTable('bookings')
    .set((row) => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const holdPayment = (db: Queries, id: string): Promise<PaymentTable | undefined> =>
  db
    .updateTable('payments')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What a booking's days cost when staff moved it to them, and the payments with which they took the difference. */
export async function differences(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('moved_price', 'bigint').execute()
  await db.schema.alterTable('payments').addColumn('difference_at', 'integer').execute()
  // One version of a booking, one difference: it is taken once, however often and by whomever it is pressed.
  await sql`create unique index payments_difference on payments (booking_id, difference_at)
    where difference_at is not null`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What customers were told they get back when their bookings were cancelled. */
export async function moneyOwed(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('owed', 'bigint').execute()
  await db.schema.alterTable('payments').addColumn('owed_at', 'text').execute()
  // Those of which it has not all gone are few among all that were cancelled.
  await sql`create index payments_owed on payments (owed_at) where refunded < owed`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** No list is in the order of this amount: a booking's price contains changes and a fee. */
export async function dropAmountIndex(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bookings_by_amount`.execute(db)
}

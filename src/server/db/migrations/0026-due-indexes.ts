import { type Kysely, sql } from 'kysely'

/** What is due is found without reading all bookings that are confirmed, or all QR payments that nobody can look up. */
export async function addDueIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index bookings_underpaid on bookings (location_id) where moved_price > total_amount`.execute(db)
  await sql`drop index payments_open`.execute(db)
  await sql`create index payments_open on payments (method, state, left_to_staff_at, gateway_id)`.execute(db)
}

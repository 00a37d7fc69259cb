import { type Kysely, sql } from 'kysely'

/** What is due is found without reading all confirmed bookings, or all QR payments that no gateway knows. */
export async function addDueIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index bookings_underpaid on bookings (location_id) where moved_price > total_amount`.execute(db)
  await sql`create index payments_open_at_gateway on payments (method, state, left_to_staff_at)
    where gateway_id is not null`.execute(db)
}

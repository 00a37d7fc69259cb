import { type Kysely, sql } from 'kysely'

/** The stats of bookings count seats too, and read this index only. */
export async function addSeatsToStats(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bookings_by_placed_on`.execute(db)
  await sql`create index bookings_by_placed_on on bookings
    (placed_on, location_id, method, state, net_received, seats)`.execute(db)
}

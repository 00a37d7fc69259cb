import { type Kysely, sql } from 'kysely'

/** `signed_at` was the time of the first signature; from now on it is that of the last one. */
export async function addTillOrder(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cash_ups add column first_signed_at text`.execute(db)
  await sql`update cash_ups set first_signed_at = signed_at`.execute(db)
}

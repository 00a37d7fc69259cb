import { type Kysely, sql } from 'kysely'

/** For the payments that no manager has found in the account yet, and for the last tills of a location. */
export async function addTillIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index payments_unreconciled on payments (method, state, reconciled_at)
    where reconciled_at is null and method in ('counter_qr', 'card_terminal')`.execute(db)
  await sql`create index cash_ups_by_signature on cash_ups (location_id, first_signed_at)`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Places that are kept while a gateway leaves a payment open; and one account's transactions pay once, by QR or transfer. */
export async function keptPlaces(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('kept_since', 'text').execute()
  await sql`create unique index payments_account_reference on payments (provider_reference) where method in ('qr_payment', 'bank_transfer')`.execute(
    db,
  )
}

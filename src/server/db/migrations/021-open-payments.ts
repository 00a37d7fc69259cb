import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** The few payments that are still asked about, found among years of those that nobody paid and that are left alone. */
export async function openPayments(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('payments_open').on('payments').columns(['method', 'state', 'left_to_staff_at']).execute()
}

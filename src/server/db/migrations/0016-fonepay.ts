import type { Kysely } from 'kysely'

/** The codes that Fonepay makes. */
export async function addFonepay(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('qr_code', 'text').execute()
}

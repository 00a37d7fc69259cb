import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** What staff have written or mailed under a key: one key, one act. */
export async function actKeys(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('act_keys')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .execute()
}

import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** How many calls a visitor has left, where all processes count together. A refused call writes nothing new. */
export async function callBuckets(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('call_buckets')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('tokens', 'double precision', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('call_buckets_by_age').on('call_buckets').column('at').execute()
}

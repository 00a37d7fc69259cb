import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** How often the assistant's service was asked on a day: its budget holds for all processes together. */
export async function chatDays(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('chat_days')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .execute()
}

import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * Receipts that payers send. The picture stands in the database, so that it is written with what it belongs to, is in
 * every backup, and is there for each of several processes. `bytea` is a blob on SQLite too.
 */
export async function evidence(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('payment_evidence')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('file_hash', 'text', (c) => c.notNull())
    .addColumn('pixel_hash', 'text', (c) => c.notNull())
    .addColumn('picture', 'bytea')
    .addColumn('reading', 'text')
    .addColumn('transaction_id', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('payment_evidence_once', ['payment_id', 'file_hash'])
    .execute()
  for (const column of ['file_hash', 'pixel_hash', 'transaction_id'])
    await schema.createIndex(`payment_evidence_by_${column}`).on('payment_evidence').columns([column]).execute()
}

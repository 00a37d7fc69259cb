import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Prices that staff set, over those of the content, and every change of them in its order. */
export async function prices(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('price_revisions')
    .addColumn('version', 'integer', (c) => c.primaryKey())
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('undoes', 'integer', (c) => c.references('price_revisions.version'))
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('prices')
    .addColumn('location_id', 'text', (c) => c.notNull())
    .addColumn('plan_id', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.check(sql`amount > 0`))
    .addColumn('version', 'integer', (c) => c.notNull().references('price_revisions.version'))
    .addPrimaryKeyConstraint('prices_pk', ['location_id', 'plan_id', 'period'])
    .execute()
}

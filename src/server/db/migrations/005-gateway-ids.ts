import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** What a gateway calls a try from its start, and the notices of gateways that were worked through: each only once. */
export async function gatewayIds(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('gateway_id', 'text').execute()
  await db.schema.createIndex('payments_gateway_id').unique().on('payments').columns(['method', 'gateway_id']).execute()
  await db.schema
    .createTable('gateway_events')
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('gateway_events_pk', ['method', 'id'])
    .execute()
}

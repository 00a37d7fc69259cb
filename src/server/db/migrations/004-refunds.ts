import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** Money that goes back: never more than came, one call at a time, one refund for one press. */
export async function refunds(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema.alterTable('payments').addColumn('received', 'bigint').execute()
  await schema
    .alterTable('payments')
    .addColumn('refunded', 'bigint', (c) =>
      c.notNull().defaultTo(0).check(sql`refunded >= 0 and refunded <= coalesce(received, amount)`),
    )
    .execute()
  await schema.alterTable('payments').addColumn('left_to_staff_at', 'text').execute()
  await sql`update payments set received = amount where state in ('confirmed', 'partly_refunded', 'refunded')`.execute(
    db,
  )
  await schema
    .createTable('refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('answer', 'text')
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addColumn('asked_at', 'text')
    .addColumn('left_to_staff_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('refunds_by_payment').on('refunds').columns(['payment_id', 'created_at']).execute()
  // With two on their way, a gateway that knows no idempotency keys could not tell which one went through.
  await sql`create unique index refunds_one_open on refunds (payment_id) where state in ('requested', 'sent')`.execute(
    db,
  )
  await schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('audit_newest').on('audit').columns(['created_at', 'id']).execute()
}

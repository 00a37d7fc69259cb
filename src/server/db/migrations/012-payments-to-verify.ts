import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What a person has to look at, refunds that a gateway made without us, and the ways in which payments are listed. */
export async function paymentsToVerify(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema.alterTable('payments').addColumn('alert', 'text').execute()
  await schema.alterTable('payments').addColumn('alert_at', 'text').execute()
  await schema.alterTable('payments').addColumn('reminded_at', 'text').execute()
  await refundsWithoutStaff(db)
  // Each of the lists that staff ask for reads one of these from its end.
  await schema.dropIndex('payments_by_state').execute()
  await schema.createIndex('payments_newest').on('payments').columns(['created_at', 'id']).execute()
  await schema.createIndex('payments_by_state').on('payments').columns(['state', 'created_at', 'id']).execute()
  await schema.createIndex('payments_by_method').on('payments').columns(['method', 'created_at', 'id']).execute()
  await schema
    .createIndex('payments_by_method_and_state')
    .on('payments')
    .columns(['method', 'state', 'created_at', 'id'])
    .execute()
  // Those that wait are few among all that ever were.
  await sql`create index payments_alerted on payments (alert_at) where alert is not null`.execute(db)
  await sql`create index payments_left_to_staff on payments (left_to_staff_at)
    where left_to_staff_at is not null and state = 'pending'`.execute(db)
  await sql`create index refunds_open on refunds (created_at) where state in ('requested', 'sent')`.execute(db)
  await schema.createIndex('refunds_by_reference').on('refunds').columns(['reference']).execute()
  await schema
    .createIndex('payment_evidence_newest')
    .on('payment_evidence')
    .columns(['created_at', 'payment_id'])
    .execute()
}

/** A column cannot be freed of NOT NULL on SQLite: the table is made anew. */
async function refundsWithoutStaff(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema.dropIndex('refunds_by_payment').execute()
  await schema.dropIndex('refunds_one_open').execute()
  await schema.alterTable('refunds').renameTo('refunds_before').execute()
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
    .addColumn('staff_id', 'text', (c) => c.references('staff.id'))
    .addColumn('asked_at', 'text')
    .addColumn('left_to_staff_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await sql`insert into refunds (id, payment_id, idempotency_key, body_hash, way, state, amount, reason, reference, answer,
      staff_id, asked_at, left_to_staff_at, created_at, updated_at)
    select id, payment_id, idempotency_key, body_hash, way, state, amount, reason, reference, answer,
      staff_id, asked_at, left_to_staff_at, created_at, updated_at from refunds_before`.execute(db)
  await schema.dropTable('refunds_before').execute()
  await schema.createIndex('refunds_by_payment').on('refunds').columns(['payment_id', 'created_at']).execute()
  await sql`create unique index refunds_one_open on refunds (payment_id) where state in ('requested', 'sent')`.execute(
    db,
  )
}

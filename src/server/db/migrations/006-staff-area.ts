import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Who works where, an audit whose rows hang together, and versions by which two editors are told apart. */
export async function staffArea(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .alterTable('staff')
    .addColumn('name', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('staff').addColumn('workplaces', 'text').execute()
  await schema
    .alterTable('bookings')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema
    .alterTable('memberships')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('staff_events').renameColumn('booking_id', 'subject_id').execute()
  await schema.dropTable('audit').execute()
  await schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('position', 'integer', (c) => c.notNull().unique())
    .addColumn('staff_id', 'text', (c) => c.references('staff.id'))
    .addColumn('actor', 'text')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('reason', 'text')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('audit_by_subject').on('audit').columns(['subject', 'subject_id', 'position']).execute()
}

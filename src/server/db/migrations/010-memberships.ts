import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * The staff's lists of members, messages and deeds. Each list is read from one index alone, searched text included, and
 * only the rows of a page are looked up. A reminder is written once for an end date, so that it is sent once.
 */
export async function memberships(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  for (const table of ['memberships', 'messages'] as const)
    await schema
      .alterTable(table)
      .addColumn('search', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await sql`update memberships
    set search = substr(lower(customer_name || ' ' || email || ' ' || phone || ' ' || booking_id), 1, 600)`.execute(db)
  await sql`update messages set search = lower(name || ' ' || email || ' ' || body)`.execute(db)
  await schema
    .createIndex('memberships_newest')
    .on('memberships')
    .columns(['created_at', 'id', 'status', 'location_id', 'membership_type', 'search'])
    .execute()
  await schema
    .createIndex('memberships_ending')
    .on('memberships')
    .columns(['status', 'end_date', 'id', 'location_id', 'membership_type', 'search'])
    .execute()
  await schema
    .createTable('membership_reminders')
    .addColumn('membership_id', 'text', (c) => c.notNull().references('memberships.id'))
    .addColumn('end_date', 'text', (c) => c.notNull())
    .addColumn('days', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('membership_reminders_pk', ['membership_id', 'end_date', 'days'])
    .execute()
  await schema.createIndex('messages_open').on('messages').columns(['handled_at', 'created_at', 'id']).execute()
  // Whatever the audit is narrowed by is in its one index; a single subject has another.
  await schema
    .createIndex('audit_newest')
    .on('audit')
    .columns(['created_at', 'position', 'actor', 'action', 'subject', 'subject_id'])
    .execute()
  await schema.dropIndex('audit_by_subject').execute()
  await schema.createIndex('audit_by_subject_id').on('audit').columns(['subject_id', 'position']).execute()
}

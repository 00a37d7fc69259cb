import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Sessions that can be told apart, second factors, invitations. Whoever was signed in signs in again. */
export async function people(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .alterTable('staff')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await schema.alterTable('staff').addColumn('seen_at', 'text').execute()
  await schema.dropTable('sessions').execute()
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addColumn('device', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('proved_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('sessions_by_staff').on('sessions').columns(['staff_id', 'seen_at']).execute()
  await schema
    .createTable('two_factors')
    .addColumn('staff_id', 'text', (c) => c.primaryKey().references('staff.id'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'text')
    .execute()
  await schema
    .createTable('backup_codes')
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('backup_codes_pk', ['staff_id', 'code_hash'])
    .execute()
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('workplaces', 'text')
    .addColumn('staff_id', 'text', (c) => c.references('staff.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
}

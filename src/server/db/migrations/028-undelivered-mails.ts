import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/** What staff need to know about a mail that is not delivered. Links in account mails are for their reader alone. */
export async function undeliveredMails(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('mails')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('message'))
    .execute()
  for (const column of ['valid_until', 'attempt_started_at', 'failed_at', 'last_error'])
    await schema.alterTable('mails').addColumn(column, 'text').execute()
  await sql`update mails set kind = 'account' where body like '%/admin/join#%'`.execute(db)
}

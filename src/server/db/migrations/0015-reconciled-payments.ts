import { type Kysely, sql } from 'kysely'

export async function addReconciledPayments(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column reconciled_at text`.execute(db)
  await sql`alter table payments add column reconciled_by text references staff`.execute(db)
}

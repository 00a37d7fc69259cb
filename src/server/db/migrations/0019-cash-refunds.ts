import { type Kysely, sql } from 'kysely'

/** Who paid a refund out of the till. */
export async function addCashRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column paid_by text references staff`.execute(db)
}

import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addMailings(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table mailings (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    location_id text not null,
    day text not null,
    subject text not null,
    body text not null,
    recipients integer not null check (recipients > 0),
    staff_id text not null references staff,
    created_at text not null,
    undone_at text
  )`,
  sql`alter table emails add column mailing_id text`,
  sql`create index emails_by_mailing on emails (mailing_id) where mailing_id is not null`,
]

import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addWaitingList(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table waiting_entries (
    id text primary key,
    email text not null,
    phone text not null,
    location_id text not null,
    plan_id text,
    day text,
    state text not null check (state in ('unconfirmed', 'waiting', 'offered', 'notified', 'booked', 'removed')),
    created_at text not null,
    confirmed_at text,
    changed_at text not null
  )`,
  sql`create unique index waiting_entries_once
    on waiting_entries (lower(email), location_id, coalesce(plan_id, ''), coalesce(day, ''))
    where state in ('unconfirmed', 'waiting', 'offered')`,
  sql`create index waiting_entries_in_line on waiting_entries (location_id, day, confirmed_at) where state = 'waiting'`,
]

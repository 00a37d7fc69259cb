import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addTours(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table tours (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    state text not null,
    location_id text not null,
    day text not null,
    time text not null,
    place integer not null check (place in (1, 2)),
    name text not null,
    email text not null,
    phone text not null,
    secret_version integer not null default 0,
    version integer not null default 1,
    created_at text not null,
    updated_at text not null
  )`,
  // Two tours can start at the same time.
  sql`create unique index tours_slot on tours (location_id, day, time, place) where state <> 'cancelled'`,
  sql`create index tours_by_day on tours (day, location_id)`,
]

import { type Kysely, sql } from 'kysely'

export async function addMonthArchives(db: Kysely<unknown>): Promise<void> {
  await sql`create table month_archives (
    id text primary key,
    first_day text not null,
    last_day text not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
    done integer not null default 0,
    total integer not null default 0,
    bytes bigint,
    failure text,
    staff_id text not null references staff,
    heartbeat_at text,
    slot integer not null default 1,
    created_at text not null,
    ended_at text
  )`.execute(db)
  // One at a time.
  await sql`create unique index month_archives_one on month_archives (slot)
    where state in ('waiting', 'running')`.execute(db)
}

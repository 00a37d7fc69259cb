import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Each booking writes a claim, so only claims of blocks and offers, which are searched by day, are in an index by day. */
export async function reduceClaimIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`drop index seat_claims_by_day`.execute(db)
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await storeClaimsByKey(db)
  await sql`create index seat_claims_of_blocks on seat_claims (location_id, last_day, first_day) where kind = 'block'`.execute(
    db,
  )
  await sql`create index seat_claims_of_offers on seat_claims (location_id, first_day) where kind = 'offer'`.execute(db)
}

/** SQLite then writes one row instead of a row and an entry of its primary key. */
async function storeClaimsByKey(db: Kysely<unknown>): Promise<void> {
  await sql`alter table seat_claims rename to seat_claims_before`.execute(db)
  await sql`create table seat_claims (
    kind text not null check (kind in ('booking', 'offer', 'guest', 'block')),
    subject_id text not null,
    location_id text not null,
    first_day text not null,
    last_day text not null check (last_day >= first_day),
    seats integer not null check (seats >= 0),
    short integer not null default 0 check (short >= 0),
    constraint seat_claims_pk primary key (kind, subject_id, first_day),
    constraint seat_claims_some check (seats + short > 0),
    constraint seat_claims_short check (short = 0 or (kind = 'block' and first_day = last_day))
  ) without rowid`.execute(db)
  await sql`insert into seat_claims select kind, subject_id, location_id, first_day, last_day, seats, short
    from seat_claims_before`.execute(db)
  await sql`drop table seat_claims_before`.execute(db)
}

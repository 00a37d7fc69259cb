import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addClosures(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table closure_revisions (
    version integer primary key,
    changes text not null,
    staff_id text not null references staff,
    created_at text not null
  )`,
  sql`create table closures (
    id text primary key,
    location_id text,
    first_day text not null,
    last_day text not null check (last_day >= first_day),
    reason text not null,
    opens text,
    closes text,
    version integer not null references closure_revisions,
    constraint closures_hours check ((opens is null) = (closes is null) and (opens is null or opens < closes))
  )`,
  sql`create index closures_by_last_day on closures (last_day)`,
  // Without a reference to the closure, which can be deleted while its bookings are still open.
  sql`create table closure_bookings (
    closure_id text not null,
    booking_id text not null references bookings,
    created_at text not null,
    handled_at text,
    handled_by text references staff,
    constraint closure_bookings_pk primary key (closure_id, booking_id)
  )`,
  sql`create index closure_bookings_open on closure_bookings (booking_id) where handled_at is null`,
  sql`alter table bookings add column closes_at text`,
  sql`alter table booking_changes add column closes_at text`,
]

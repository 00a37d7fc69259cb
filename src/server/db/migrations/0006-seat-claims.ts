import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

export async function addSeatClaims(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of STATEMENTS) await statement.execute(db)
  await claimSeatsOfChanges(
    isPostgres ? sql`to_char(c.from_start_date::date - 1, 'YYYY-MM-DD')` : sql`date(c.from_start_date, '-1 day')`,
    isPostgres ? sql`to_char(c.from_end_date::date + 1, 'YYYY-MM-DD')` : sql`date(c.from_end_date, '+1 day')`,
  ).execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  // `subject_id` is a booking, a change of a booking (kind `booking`), an offer, a guest or a block.
  sql`create table seat_claims (
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
  )`,
  sql`create index seat_claims_by_day on seat_claims (location_id, last_day, first_day)`,
  sql`alter table seat_days add column short integer not null default 0 check (short >= 0)`,
  sql`create table seat_blocks (
    id text primary key,
    idempotency_key text not null unique,
    body_hash text not null,
    location_id text not null,
    first_day text not null,
    last_day text not null check (last_day >= first_day),
    seats integer not null check (seats > 0),
    reason text not null,
    staff_id text not null references staff,
    created_at text not null,
    removed_at text
  )`,
  sql`create index seat_blocks_by_last_day on seat_blocks (location_id, last_day) where removed_at is null`,
  sql`create table location_seats (
    location_id text not null,
    from_day text not null,
    seats integer not null check (seats > 0),
    reason text not null,
    staff_id text not null references staff,
    created_at text not null,
    constraint location_seats_pk primary key (location_id, from_day)
  )`,
  sql`insert into seat_claims (kind, subject_id, location_id, first_day, last_day, seats)
    select 'booking', id, location_id, start_date, end_date, seats from bookings
    where state in ('held', 'pending_verification', 'confirmed')`,
]

/** An open change holds its days before and after those of its booking. */
const claimSeatsOfChanges = (dayBefore: RawBuilder<unknown>, dayAfter: RawBuilder<unknown>) =>
  sql`insert into seat_claims (kind, subject_id, location_id, first_day, last_day, seats)
    select 'booking', id, location_id, first_day, last_day, seats from (
      select c.id, b.location_id, b.seats, c.start_date as first_day,
        case when c.end_date < ${dayBefore} then c.end_date else ${dayBefore} end as last_day
      from booking_changes c join bookings b on b.id = c.booking_id where c.state = 'open'
      union all
      select c.id, b.location_id, b.seats,
        case when c.start_date > ${dayAfter} then c.start_date else ${dayAfter} end, c.end_date
      from booking_changes c join bookings b on b.id = c.booking_id where c.state = 'open'
    ) held where first_day <= last_day`

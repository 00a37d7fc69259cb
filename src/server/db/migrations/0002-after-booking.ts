import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addAfterBooking(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  // Version 0 is the secret of the links that were sent before.
  sql`alter table bookings add column secret_version integer not null default 0`,
  sql`alter table bookings add column first_start_date text not null default ''`,
  sql`update bookings set first_start_date = start_date`,
  sql`alter table bookings add column customer_moves integer not null default 0`,
  sql`alter table bookings add column cancelled_by_customer integer not null default 0`,
  sql`alter table bookings add column original_end_date text`,
  sql`alter table bookings add column renews text`,
  sql`create index bookings_renewing on bookings (renews) where renews is not null`,
  sql`create index bookings_by_email on bookings (lower(email), end_date)`,
  sql`create table booking_changes (
    id text primary key,
    booking_id text not null references bookings,
    state text not null,
    from_start_date text not null,
    from_end_date text not null,
    start_date text not null,
    end_date text not null,
    start_time text,
    end_time text,
    price bigint not null check (price > 0),
    amount bigint not null check (amount > 0),
    expires_at text not null,
    created_at text not null,
    updated_at text not null
  )`,
  // A booking holds the days of a change once, until that change is applied.
  sql`create unique index booking_changes_one_hold on booking_changes (booking_id) where state <> 'applied'`,
  sql`create index booking_changes_expiring on booking_changes (expires_at) where state = 'open'`,
  sql`alter table payments add column purpose text not null default 'booking'`,
  sql`update payments set purpose = 'difference' where difference_version is not null`,
  sql`alter table payments add column change_id text references booking_changes`,
  sql`create index payments_by_change on payments (change_id) where change_id is not null`,
  sql`create table renewal_claims (
    membership_id text not null references memberships,
    first_day text not null,
    booking_id text not null references bookings,
    constraint renewal_claims_pk primary key (membership_id, first_day)
  )`,
  sql`create index renewal_claims_by_booking on renewal_claims (booking_id)`,
  sql`create table refund_accounts (
    booking_id text primary key references bookings,
    account text not null,
    created_at text not null,
    changeable_until text not null,
    paid_at text
  )`,
  sql`create table link_requests (
    id text primary key,
    kind text not null,
    value text not null,
    created_at text not null
  )`,
  sql`create table reminders_sent (
    kind text not null,
    subject_id text not null,
    day text not null,
    created_at text not null,
    constraint reminders_sent_pk primary key (kind, subject_id, day)
  )`,
  sql`create table reminder_stops (
    email text primary key,
    created_at text not null
  )`,
  sql`alter table emails add column html text`,
  sql`alter table emails add column calendar text`,
  sql`alter table emails add column calendar_method text`,
]

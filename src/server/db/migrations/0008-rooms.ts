import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addRooms(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table room_reservations (
    id text primary key,
    room_id text not null,
    location_id text not null,
    day text not null,
    start_time text not null,
    end_time text not null check (end_time > start_time),
    minutes integer not null check (minutes > 0 and minutes % 30 = 0),
    booking_id text references bookings,
    reason text,
    staff_id text references staff,
    state text not null check (state in ('active', 'released')),
    created_at text not null,
    released_at text,
    constraint room_reservations_purpose check ((booking_id is null) <> (reason is null))
  )`,
  sql`create index room_reservations_by_day on room_reservations (location_id, day) where state = 'active'`,
  sql`create index room_reservations_by_booking on room_reservations (booking_id) where booking_id is not null`,
  // The primary key gives a slot to one reservation only.
  sql`create table room_slots (
    room_id text not null,
    day text not null,
    slot integer not null check (slot between 0 and 47),
    reservation_id text not null references room_reservations,
    is_buffer integer not null,
    constraint room_slots_pk primary key (room_id, day, slot)
  )`,
  sql`create index room_slots_by_reservation on room_slots (reservation_id)`,
  sql`create table room_balances (
    booking_id text not null references bookings,
    bucket text not null,
    minutes integer not null check (minutes >= 0),
    constraint room_balances_pk primary key (booking_id, bucket)
  )`,
  sql`create table room_minutes (
    id text primary key,
    booking_id text not null references bookings,
    bucket text not null,
    kind text not null check (kind in ('included', 'bought', 'used', 'returned')),
    minutes integer not null,
    reservation_id text references room_reservations,
    change_id text references booking_changes,
    created_at text not null
  )`,
  sql`create index room_minutes_by_booking on room_minutes (booking_id, created_at)`,
  sql`create unique index room_minutes_once on room_minutes (reservation_id, kind, bucket)
    where reservation_id is not null`,
  sql`create unique index room_minutes_by_change on room_minutes (change_id) where change_id is not null`,
  sql`create unique index room_minutes_with_booking on room_minutes (booking_id)
    where kind = 'bought' and change_id is null`,
  sql`alter table booking_changes add column kind text not null default 'move'`,
  sql`alter table booking_changes add column minutes integer`,
  sql`drop index booking_changes_one_hold`,
  sql`create unique index booking_changes_one_hold on booking_changes (booking_id)
    where state <> 'applied' and kind = 'move'`,
  sql`create unique index booking_changes_one_purchase on booking_changes (booking_id)
    where state = 'open' and kind = 'hours'`,
]

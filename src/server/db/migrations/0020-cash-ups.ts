import { type Kysely, sql } from 'kysely'

export async function addCashUps(db: Kysely<unknown>): Promise<void> {
  await sql`create table cash_ups (
    location_id text not null,
    day text not null,
    staff_id text not null references staff,
    version integer not null,
    opening bigint not null check (opening >= 0),
    counted text not null,
    expected text not null,
    banked bigint not null check (banked >= 0),
    reason text not null,
    signed_name text,
    signed_at text,
    counted_by text not null references staff,
    approved_by text references staff,
    updated_at text not null,
    constraint cash_ups_pk primary key (location_id, day, staff_id),
    constraint cash_ups_signature check ((signed_name is null) = (signed_at is null)),
    constraint cash_ups_approval check (approved_by is null or signed_at is not null)
  )`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function addHandoverNotes(db: Kysely<unknown>): Promise<void> {
  await sql`create table handover_notes (
    location_id text not null,
    day text not null,
    body text not null,
    version integer not null,
    staff_id text not null references staff,
    updated_at text not null,
    constraint handover_notes_pk primary key (location_id, day)
  )`.execute(db)
}

import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addGuests(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  // Each has a row of `seat_claims` for its day.
  sql`create table guests (
    id text primary key,
    booking_id text not null references bookings,
    day text not null,
    name text not null,
    announced_by text references staff,
    created_at text not null
  )`,
  sql`create index guests_by_booking on guests (booking_id, day)`,
]

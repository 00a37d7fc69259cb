import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addTeams(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  // Names of the people of a booking, whose seats are numbered from 1.
  sql`create table booking_people (
    booking_id text not null references bookings,
    seat integer not null check (seat > 0),
    name text not null,
    constraint booking_people_pk primary key (booking_id, seat)
  )`,
  // How many of the booking's seats are in use on the day.
  sql`alter table arrivals add column seats integer not null default 1 check (seats > 0)`,
  // Until now an arrival was that of the whole booking.
  sql`update arrivals set seats = (select seats from bookings where bookings.id = arrivals.booking_id)`,
]

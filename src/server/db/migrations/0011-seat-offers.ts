import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function addSeatOffers(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS: readonly RawBuilder<unknown>[] = [
  sql`create table seat_offers (
    id text primary key,
    entry_id text not null references waiting_entries,
    email text not null,
    location_id text not null,
    day text not null,
    state text not null check (state in ('open', 'taken', 'expired')),
    booking_id text references bookings,
    expires_at text not null,
    created_at text not null
  )`,
  // An address has one open offer.
  sql`create unique index seat_offers_one_open on seat_offers (email) where state = 'open'`,
  sql`create index seat_offers_by_entry on seat_offers (entry_id)`,
  sql`create index seat_offers_expiring on seat_offers (expires_at) where state = 'open'`,
]

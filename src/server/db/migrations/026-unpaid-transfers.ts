import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * Counts the seats of announced transfers without a receipt on each day, and adds what decides whether a transfer needs a
 * confirmed email. Transfers that are announced already are counted.
 */
export async function unpaidTransfers(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('seat_days')
    .addColumn('unpaid', 'integer', (c) => c.notNull().defaultTo(0).check(sql`unpaid >= 0 and unpaid <= taken`))
    .execute()
  await schema
    .alterTable('bookings')
    .addColumn('transfer_unpaid', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('bookings').addColumn('network', 'text').execute()
  await schema.alterTable('bookings').addColumn('email_token', 'text').execute()
  await schema.alterTable('bookings').addColumn('email_confirmed_at', 'text').execute()
  await sql`create index bookings_by_network on bookings (network) where network is not null`.execute(db)
  await sql`create index bookings_held on bookings (location_id, start_date, end_date, seats) where state = 'held'`.execute(
    db,
  )
  const announced = await sql<{ location_id: string; start_date: string; end_date: string; seats: number }>`
    update bookings set transfer_unpaid = 1
    where state = 'pending_verification' and placed_by is null
      and exists (
        select 1 from payments p where p.booking_id = bookings.id and p.method = 'bank_transfer' and p.state = 'pending')
      and not exists (
        select 1 from payments p where p.booking_id = bookings.id and p.state = 'mismatch')
      and not exists (
        select 1 from payment_evidence e join payments p on p.id = e.payment_id where p.booking_id = bookings.id)
    returning location_id, start_date, end_date, seats`.execute(db)
  for (const { location_id, start_date, end_date, seats } of announced.rows)
    await sql`
      update seat_days set unpaid = unpaid + ${seats}
      where location_id = ${location_id} and day >= ${start_date} and day <= ${end_date}`.execute(db)
}

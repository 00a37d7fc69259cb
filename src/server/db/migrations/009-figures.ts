import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * What the figures of the dashboard are added up from stands on the booking itself, so that one index answers them: the
 * Kathmandu day on which it was placed, the method that counts and what was kept (`domain/revenue.ts`). The last two
 * follow from the payments by a trigger: whatever writes a payment cannot forget them.
 */
export async function figures(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  await schema
    .alterTable('bookings')
    .addColumn('placed_on', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('bookings')
    .addColumn('kept', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  const placedOn = postgres
    ? sql`to_char(created_at::timestamp + interval '345 minutes', 'YYYY-MM-DD')`
    : sql`date(created_at, '+345 minutes')`
  await sql`update bookings set placed_on = ${placedOn}`.execute(db)
  await sql`update bookings set ${counted('bookings.id')}`.execute(db)
  for (const statement of postgres ? ON_POSTGRES : ON_SQLITE) await statement.execute(db)
  await schema
    .createIndex('bookings_by_placed_on')
    .on('bookings')
    .columns(['placed_on', 'location_id', 'method', 'state', 'kept'])
    .execute()
  // Whoever is in on a day of today or later: bookings that end before are not looked at.
  await schema
    .createIndex('bookings_by_end')
    .on('bookings')
    .columns(['location_id', 'end_date', 'start_date', 'state', 'plan_id', 'seats'])
    .execute()
}

const PAID = sql.raw(`state in ('confirmed', 'partly_refunded')`)

const counted = (booking: string) => {
  const own = sql`from payments where booking_id = ${sql.raw(booking)}`
  return sql`
    method = (
      select method ${own}
      order by case when ${PAID} then 0 else 1 end, case when ${PAID} then created_at end, case when ${PAID} then id end,
        created_at desc, id desc
      limit 1
    ),
    kept = (select coalesce(sum(coalesce(received, amount) - refunded), 0) ${own} and ${PAID})`
}

const CHANGES = sql.raw('state, amount, received, refunded')
const count = sql`update bookings set ${counted('new.booking_id')} where id = new.booking_id`

const ON_SQLITE = [
  sql`create trigger payments_counted_first after insert on payments begin ${count}; end`,
  sql`create trigger payments_counted after update of ${CHANGES} on payments begin ${count}; end`,
]

/**
 * The row is held first: what is added up after that has seen every payment that another writing has just changed. Held no
 * harder than a change holds it: the reference of a payment shares its booking's key before this runs, and two that both
 * share it and then want it alone wait for each other.
 */
const ON_POSTGRES = [
  sql`create function count_payments() returns trigger language plpgsql as $$
    begin
      perform 1 from bookings where id = new.booking_id for no key update;
      ${count};
      return null;
    end $$`,
  sql`create trigger payments_counted after insert or update of ${CHANGES} on payments
    for each row execute function count_payments()`,
]

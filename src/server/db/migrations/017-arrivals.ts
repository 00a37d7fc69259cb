import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Who came on which day, and why a session is over that somebody may still believe in. */
export async function arrivals(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('arrivals')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('arrived_at', 'text', (c) => c.notNull())
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addPrimaryKeyConstraint('arrivals_pk', ['booking_id', 'day'])
    .execute()
  await schema.createIndex('arrivals_by_day').on('arrivals').columns(['day', 'booking_id']).execute()
  await schema
    .createTable('session_ends')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('ended_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * What the front desk needs: who took a booking, notes, the states it went through, the mails about it, and a list that
 * is sorted and filtered by what staff look for.
 */
export async function desk(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .alterTable('bookings')
    .addColumn('placed_by', 'text', (c) => c.references('staff.id'))
    .execute()
  // What it counts is filled in with the figures.
  await schema.alterTable('bookings').addColumn('method', 'text').execute()
  await sql`update bookings set search = search || ' ' || phone`.execute(db)
  await schema.alterTable('mails').addColumn('booking_id', 'text').execute()
  await schema.createIndex('mails_by_booking').on('mails').columns(['booking_id']).execute()
  await schema
    .createTable('booking_notes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id'))
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('booking_notes_by_booking').on('booking_notes').columns(['booking_id']).execute()
  await schema
    .createTable('booking_states')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('booking_states_by_booking').on('booking_states').columns(['booking_id']).execute()
  await schema.createIndex('memberships_by_email').on('memberships').columns(['email']).execute()
  await indexLists(db)
}

/** All that the list filters and sorts by: with it in each index, a filter that finds little reads one index and no row. */
const LISTED = [
  'state',
  'location_id',
  'plan_id',
  'method',
  'start_date',
  'end_date',
  'created_at',
  'total_amount',
] as const

async function indexLists({ schema }: Kysely<Tables>): Promise<void> {
  await schema.dropIndex('bookings_newest').execute()
  await schema.dropIndex('bookings_by_state').execute()
  const orders = {
    bookings_newest: ['created_at', 'id'],
    bookings_by_state: ['state', 'created_at', 'id'],
    bookings_by_start: ['start_date', 'id'],
    bookings_by_amount: ['total_amount', 'id'],
    bookings_by_name: ['search', 'id'],
  } as const
  for (const [name, order] of Object.entries(orders)) {
    const rest = LISTED.filter((column) => !order.some((known) => known === column))
    const searched = name === 'bookings_by_name' ? [] : (['search'] as const)
    await schema
      .createIndex(name)
      .on('bookings')
      .columns([...order, ...rest, ...searched])
      .execute()
  }
}

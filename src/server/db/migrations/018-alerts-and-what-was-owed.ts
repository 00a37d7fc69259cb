import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * Each reason for which a person has to look stands for itself; what was promised before such promises were kept; and of
 * which sums staff were told that they went back.
 */
export async function alertsAndWhatWasOwed(db: Kysely<Tables>): Promise<void> {
  await alertsOfTheirOwn(db)
  await whatWasOwed(db)
  await db.schema.alterTable('payments').addColumn('told_gone', 'bigint').execute()
}

/** They stood in one text with spaces between them. */
async function alertsOfTheirOwn(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('payment_alerts')
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('alert', 'text', (c) => c.notNull())
    .addColumn('raised', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_alerts_pk', ['payment_id', 'alert'])
    .execute()
  await db.schema.createIndex('payment_alerts_oldest').on('payment_alerts').columns(['created_at']).execute()
  const { rows } = await sql<{ id: string; alert: string; alert_at: string }>`
    select id, alert, alert_at from payments where alert is not null`.execute(db)
  for (const { id, alert, alert_at } of rows)
    for (const one of alert.split(' '))
      await sql`insert into payment_alerts (payment_id, alert, raised, created_at)
        values (${id}, ${one}, ${crypto.randomUUID()}, ${alert_at})`.execute(db)
  await db.schema.dropIndex('payments_alerted').execute()
  await db.schema.alterTable('payments').dropColumn('alert').execute()
  await db.schema.alterTable('payments').dropColumn('alert_at').execute()
}

/**
 * Customers of bookings that were cancelled in time have a mail that promises their money; the audit has how much it was.
 * What of that is still here is on the staff's list from now on, unless they have decided that it stays. With a payment
 * that does not match came what its gateway named, and nothing else is known.
 */
async function whatWasOwed(db: Kysely<Tables>): Promise<void> {
  const came = sql`case when payments.state = 'mismatch' then coalesce(payments.received, 0)
    else coalesce(payments.received, payments.amount) end`
  const { rows } = await sql<{ id: string; after: string; at: string }>`
    select payments.id, audit.after, audit.created_at as at
    from payments
    inner join bookings on bookings.id = payments.booking_id and bookings.state = 'cancelled'
    inner join audit on audit.subject = 'booking' and audit.subject_id = bookings.id
      and audit.action = 'booking_cancelled'
    where payments.owed is null
      and payments.state in ('confirmed', 'partly_refunded', 'mismatch')
      and payments.refunded < ${came}
      and not exists (select 1 from audit as kept
        where kept.subject = 'payment' and kept.subject_id = payments.id and kept.action = 'payment_kept')
    order by audit.position`.execute(db)
  for (const { id, after, at } of rows)
    if ((JSON.parse(after) as { refundDue?: number }).refundDue)
      await sql`update payments set owed = ${came}, owed_at = ${at}, reminded_at = null
        where id = ${id}`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { evidence } from './migrations/003-evidence.ts'
import { refunds } from './migrations/004-refunds.ts'
import { gatewayIds } from './migrations/005-gateway-ids.ts'
import { staffArea } from './migrations/006-staff-area.ts'
import { people } from './migrations/007-people.ts'
import { desk } from './migrations/008-desk.ts'
import { figures } from './migrations/009-figures.ts'
import { memberships } from './migrations/010-memberships.ts'
import { prices } from './migrations/011-prices.ts'
import { paymentsToVerify } from './migrations/012-payments-to-verify.ts'
import { keptPlaces } from './migrations/013-kept-places.ts'
import { chatDays } from './migrations/014-chat-days.ts'
import { cancelledBy } from './migrations/015-cancelled-by.ts'
import { moneyOwed } from './migrations/016-money-owed.ts'
import { arrivals } from './migrations/017-arrivals.ts'
import { alertsAndWhatWasOwed } from './migrations/018-alerts-and-what-was-owed.ts'
import { callBuckets } from './migrations/019-call-buckets.ts'
import { differences } from './migrations/020-differences.ts'
import { openPayments } from './migrations/021-open-payments.ts'
import { words } from './migrations/022-words.ts'
import { companiesSearched } from './migrations/023-companies-searched.ts'
import { passedLimits } from './migrations/024-passed-limits.ts'
import { actKeys } from './migrations/025-act-keys.ts'
import { unpaidTransfers } from './migrations/026-unpaid-transfers.ts'
import { undeliveredMails } from './migrations/028-undelivered-mails.ts'
import type { Tables } from './schema.ts'

/** Forward only; a released migration is never edited, a new one is added below it. */
export const MIGRATIONS: Record<string, Migration> = {
  '001_first': { up: first },
  '002_messages': { up: messages },
  '003_evidence': { up: evidence },
  '004_refunds': { up: refunds },
  '005_gateway_ids': { up: gatewayIds },
  '006_staff_area': { up: staffArea },
  '007_people': { up: people },
  '009_figures': { up: figures },
  '008_desk': { up: desk },
  '010_memberships': { up: memberships },
  '011_prices': { up: prices },
  '012_payments_to_verify': { up: paymentsToVerify },
  '013_kept_places': { up: keptPlaces },
  '014_chat_days': { up: chatDays },
  '015_cancelled_by': { up: cancelledBy },
  '016_money_owed': { up: moneyOwed },
  '017_arrivals': { up: arrivals },
  '018_alerts_and_what_was_owed': { up: alertsAndWhatWasOwed },
  '019_call_buckets': { up: callBuckets },
  '020_differences': { up: differences },
  '021_open_payments': { up: openPayments },
  '022_words': { up: words },
  '023_companies_searched': { up: companiesSearched },
  '024_passed_limits': { up: passedLimits },
  '025_act_keys': { up: actKeys },
  '026_unpaid_transfers': { up: unpaidTransfers },
  '028_undelivered_mails': { up: undeliveredMails },
}

/** The shape that a database has after all of them. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).toSorted().at(-1)

/** Brings a database to the current shape, one process at a time. Throws when a migration fails. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** `bigint` is an integer on both engines and wide enough for paisa. */
async function first(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('bookings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('location_id', 'text', (c) => c.notNull())
    .addColumn('location_name', 'text', (c) => c.notNull())
    .addColumn('plan_id', 'text', (c) => c.notNull())
    .addColumn('plan_name', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('start_date', 'text', (c) => c.notNull())
    .addColumn('end_date', 'text', (c) => c.notNull())
    .addColumn('periods', 'integer', (c) => c.notNull())
    .addColumn('start_time', 'text')
    .addColumn('end_time', 'text')
    .addColumn('seats', 'integer', (c) => c.notNull().check(sql`seats > 0`))
    .addColumn('lines', 'text', (c) => c.notNull())
    .addColumn('total_amount', 'bigint', (c) => c.notNull().check(sql`total_amount >= 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('first_name', 'text', (c) => c.notNull())
    .addColumn('last_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('company', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('extensions', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  // With the searched text in them, the staff's search reads one index alone: 25 ms for a word that none of 200,000 has.
  await schema.createIndex('bookings_newest').on('bookings').columns(['created_at', 'id', 'search']).execute()
  await schema
    .createIndex('bookings_by_state')
    .on('bookings')
    .columns(['state', 'created_at', 'id', 'search'])
    .execute()
  await schema.createIndex('bookings_expiring').on('bookings').columns(['expires_at']).execute()
  await schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('seat_days')
    .addColumn('location_id', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('seats', 'integer', (c) => c.notNull())
    .addColumn('taken', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('seat_days_pk', ['location_id', 'day'])
    .addCheckConstraint('seat_days_not_oversold', sql`taken >= 0 and taken <= seats`)
    .execute()
  await schema
    .createTable('payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id'))
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('fee', 'bigint', (c) => c.notNull().check(sql`fee >= 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('provider_reference', 'text')
    .addColumn('reason', 'text')
    .addColumn('asked_at', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('payments_provider_reference', ['method', 'provider_reference'])
    .execute()
  await schema.createIndex('payments_by_booking').on('payments').columns(['booking_id', 'created_at']).execute()
  await schema.createIndex('payments_by_state').on('payments').columns(['state', 'created_at']).execute()
  await schema
    .createTable('payment_reports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('payment_reports_by_payment').on('payment_reports').columns(['payment_id']).execute()
  await schema
    .createTable('memberships')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('booking_id', 'text', (c) => c.notNull().unique().references('bookings.id'))
    .addColumn('customer_name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('membership_type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('start_date', 'text', (c) => c.notNull())
    .addColumn('end_date', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('billing_cycle', 'text', (c) => c.notNull())
    .addColumn('location_id', 'text', (c) => c.notNull())
    .addColumn('auto_renew', 'integer', (c) => c.notNull())
    .addColumn('notes', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('staff')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('disabled_at', 'text')
    .execute()
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('login_attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('blocked_until', 'text')
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('staff_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('booking_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('mails_waiting').on('mails').columns(['sent_at', 'next_try_at']).execute()
  await schema
    .createTable('sandbox_values')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute()
}

/** What people write and subscribe to; a mail may now name whom its answer goes to. */
async function messages(db: Kysely<Tables>): Promise<void> {
  const schema = db.schema
  await schema
    .createTable('messages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .addColumn('location_id', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('handled_at', 'text')
    .execute()
  await schema.createIndex('messages_newest').on('messages').columns(['created_at', 'id']).execute()
  await schema
    .createTable('subscribers')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await schema.alterTable('mails').addColumn('reply_to', 'text').execute()
}

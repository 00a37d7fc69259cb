import { sql } from 'kysely'
import { DAY_MS } from '#domain/calendar.ts'
import { MESSAGE_RETENTION_DAYS } from '#domain/message.ts'
import { PEOPLE_RETENTION_DAYS } from '#domain/team.ts'
import { TOUR_RETENTION_DAYS } from '#domain/tour.ts'
import { WAITING_RETENTION_DAYS } from '#domain/waiting-list.ts'
import type { App } from './app.ts'
import { runTransaction } from './db/database.ts'
import { instant } from './db/instant.ts'
import type { Tables } from './db/schema.ts'
import { SIGN_IN_LIMITS } from './staff/sign-in-throttle.ts'
import { MAX_REFILL_MS } from './throttle/in-process.ts'

/** Rows are deleted `ms` after the instant in `since`. */
const RETENTION: readonly { table: keyof Tables; since: string; ms: number }[] = [
  { table: 'sessions', since: 'expires_at', ms: 7 * DAY_MS },
  { table: 'session_ends', since: 'created_at', ms: 7 * DAY_MS },
  { table: 'login_attempts', since: 'updated_at', ms: SIGN_IN_LIMITS.knownDeviceAge },
  // Expired invitations stay listed for a month.
  { table: 'invitations', since: 'expires_at', ms: 30 * DAY_MS },
  { table: 'messages', since: 'created_at', ms: MESSAGE_RETENTION_DAYS * DAY_MS },
  { table: 'tours', since: 'day', ms: TOUR_RETENTION_DAYS * DAY_MS },
  // Before their entries, to which they refer.
  { table: 'seat_offers', since: 'day', ms: WAITING_RETENTION_DAYS * DAY_MS },
  // Entries that still wait for an opening have no end.
  {
    table: 'waiting_entries',
    since: "coalesce(day, case when state = 'waiting' then null else changed_at end)",
    ms: WAITING_RETENTION_DAYS * DAY_MS,
  },
  ...(['booking_people', 'guests'] as const).map((table) => ({
    table,
    since: `(select end_date from bookings where bookings.id = ${table}.booking_id)`,
    ms: PEOPLE_RETENTION_DAYS * DAY_MS,
  })),
  { table: 'handover_notes', since: 'day', ms: 90 * DAY_MS },
  { table: 'emails', since: 'coalesce(failed_at, created_at)', ms: 30 * DAY_MS },
  // Until the refund is paid, it is null.
  { table: 'refund_accounts', since: 'paid_at', ms: 90 * DAY_MS },
  { table: 'mailings', since: 'created_at', ms: 365 * DAY_MS },
  { table: 'reminders_sent', since: 'created_at', ms: 400 * DAY_MS },
  { table: 'staff_events', since: 'created_at', ms: 7 * DAY_MS },
  { table: 'rate_limit_buckets', since: 'at', ms: MAX_REFILL_MS },
]

export async function deleteOldRows(app: App): Promise<void> {
  for (const { table, since, ms } of RETENTION)
    await runTransaction(app.db, (db) =>
      sql`delete from ${sql.table(table)} where ${sql.raw(since)} < ${instant(app.now() - ms)}`.execute(db),
    )
}

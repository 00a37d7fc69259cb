import { succeed } from '#contract/failure.ts'
import { addDays, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { findDueReminder, MAX_REMINDER_DAYS } from '#domain/membership.ts'
import { paisa } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { instant, type MembershipTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { EmailMessage } from '../mail/mailer.ts'
import { queueEmail } from '../mail/outbox.ts'
import { readCurrentCatalogue } from '../prices/current.ts'
import { membershipEndingEmail } from './emails.ts'
import { toMembershipRow } from './rows.ts'

const BATCH_SIZE = 200
/** Nobody is written to in the night. */
const REMIND_FROM = '09:00'

/**
 * Expires active memberships whose end date has passed: soon after midnight in Kathmandu, and before a list is read.
 * Each is expired once, with an audit entry of the system.
 */
export async function expireMemberships(app: App): Promise<void> {
  const today = kathmanduDate(app.now())
  const overdue = (db: Queries) =>
    db
      .selectFrom('memberships')
      .select('id')
      .where('status', '=', 'active')
      .where('end_date', '<', today)
      .limit(BATCH_SIZE)
  while ((await overdue(app.db.read).execute()).length > 0) {
    await app.db.write(async (db) => {
      const expired = await db
        .updateTable('memberships')
        .set((row) => ({ status: 'expired', version: row('version', '+', 1), updated_at: instant(app.now()) }))
        .where('id', 'in', overdue(db))
        // Once more: another process may have been here while this one waited.
        .where('status', '=', 'active')
        .returning(['id', 'customer_name'])
        .execute()
      for (const { id, customer_name } of expired) {
        await recordAuditEntry(
          db,
          {
            by: null,
            action: 'membership_expired',
            subject: 'membership',
            subjectId: id,
            label: customer_name,
            before: { status: 'active' },
            after: { status: 'expired' },
          },
          app.now(),
        )
        await recordEvent(db, 'membership_update', id, app.now())
      }
      return succeed(undefined)
    })
    app.notifier.notify()
  }
}

/** Writes to members whose membership ends soon, each time once, unless they have booked what comes after it. */
export async function remindMembers(app: App): Promise<void> {
  const now = app.now()
  const today = kathmanduDate(now)
  if (kathmanduTime(now) < REMIND_FROM) return
  const soon = await app.db.read
    .selectFrom('memberships')
    .selectAll()
    .where('status', '=', 'active')
    .where('end_date', '>=', today)
    .where('end_date', '<=', addDays(today, MAX_REMINDER_DAYS))
    .execute()
  for (const membership of soon) {
    const { start_date: startDate, end_date: endDate, auto_renew } = membership
    const days = findDueReminder({ startDate, endDate, autoRenew: auto_renew === 1 }, today)
    if (days === undefined || (await isReminded(app.db.read, membership, days))) continue
    await app.db.write(async (db) => {
      const noted = await db
        .insertInto('membership_reminders')
        .values({ membership_id: membership.id, end_date: endDate, days, created_at: instant(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('days')
        .executeTakeFirst()
      if (noted && !(await isRenewed(db, membership)))
        await queueEmail(db, await buildEndingEmail(app, db, membership), now)
      return succeed(undefined)
    })
  }
}

async function isReminded(db: Queries, { id, end_date }: MembershipTable, days: number): Promise<boolean> {
  const sent = await db
    .selectFrom('membership_reminders')
    .select('days')
    .where('membership_id', '=', id)
    .where('end_date', '=', end_date)
    .where('days', '=', days)
    .executeTakeFirst()
  return sent !== undefined
}

/** The same person has a later one at the same place. */
async function isRenewed(db: Queries, { id, email, location_id, end_date }: MembershipTable): Promise<boolean> {
  const later = await db
    .selectFrom('memberships')
    .select('id')
    .where('status', 'in', ['active', 'pending'])
    .where('end_date', '>', end_date)
    .where('email', '=', email)
    .where('location_id', '=', location_id)
    .where('id', '!=', id)
    .executeTakeFirst()
  return later !== undefined
}

async function buildEndingEmail(app: App, db: Queries, membership: MembershipTable): Promise<Omit<EmailMessage, 'id'>> {
  const { locationName, planName, renewalAmount } = toMembershipRow(await readCurrentCatalogue(app, db), membership)
  const price = renewalAmount === null ? undefined : paisa(renewalAmount)
  return membershipEndingEmail(membership, { locationName, planName, price, siteUrl: app.env.siteUrl })
}

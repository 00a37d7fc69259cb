import { succeed } from '#contract/failure.ts'
import { addDays, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { FURTHEST_REMINDER, reminderDue } from '#domain/membership.ts'
import { paisa } from '#domain/money.ts'
import type { App } from '../app.ts'
import { recordDeed } from '../audit/audit.ts'
import type { Queries } from '../db/database.ts'
import { instant, type MembershipTable } from '../db/schema.ts'
import { recordEvent } from '../events/events.ts'
import type { Mail } from '../mail/mailer.ts'
import { noteMail } from '../mail/outbox.ts'
import { currentCatalogue } from '../prices/prices.ts'
import { endingMail } from './membership-mail.ts'
import { rowOf } from './membership-row.ts'

const BATCH = 200
/** Nobody is written to in the night. */
const REMIND_FROM = '09:00'

/**
 * Expires active memberships whose end date has passed: soon after midnight in Kathmandu, and before a list is read.
 * Each is expired once, with an audit entry of the system.
 */
export async function expireMemberships(app: App): Promise<void> {
  const today = kathmanduDate(app.now())
  const overdue = (db: Queries) =>
    db.selectFrom('memberships').select('id').where('status', '=', 'active').where('end_date', '<', today).limit(BATCH)
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
        await recordDeed(
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
    app.bell.ring()
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
    .where('end_date', '<=', addDays(today, FURTHEST_REMINDER))
    .execute()
  for (const membership of soon) {
    const { start_date: startDate, end_date: endDate, auto_renew } = membership
    const days = reminderDue({ startDate, endDate, autoRenew: auto_renew === 1 }, today)
    if (days === undefined || (await isReminded(app.db.read, membership, days))) continue
    await app.db.write(async (db) => {
      const noted = await db
        .insertInto('membership_reminders')
        .values({ membership_id: membership.id, end_date: endDate, days, created_at: instant(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('days')
        .executeTakeFirst()
      if (noted && !(await goesOn(db, membership))) await noteMail(db, await letter(app, db, membership), now)
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
async function goesOn(db: Queries, { id, email, location_id, end_date }: MembershipTable): Promise<boolean> {
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

async function letter(app: App, db: Queries, membership: MembershipTable): Promise<Omit<Mail, 'id'>> {
  const { locationName, planName, renewalAmount } = rowOf(await currentCatalogue(app, db), membership)
  const price = renewalAmount === null ? undefined : paisa(renewalAmount)
  return endingMail(membership, { locationName, planName, price, siteUrl: app.env.siteUrl })
}

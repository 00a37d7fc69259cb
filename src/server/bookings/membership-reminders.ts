import { addDays, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { findDueReminder, MAX_REMINDER_DAYS } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Membership } from '../db/schema.ts'
import type { EmailContent } from '../mail/content.ts'
import { queueEmail } from '../mail/outbox.ts'
import { areRemindersStopped, buildStopLink } from '../mail/reminders.ts'
import { membershipEndingEmail } from '../memberships/emails.ts'
import { readRenewedDays } from '../memberships/renewals.ts'
import { buildBookingLink } from './access.ts'
import { readRenewAction } from './renewals.ts'

/** No reminders are sent at night. */
const EARLIEST_REMINDER_TIME = '09:00'

/** Sends each reminder once per period, unless the member has a later membership. */
export async function remindMembers(app: App): Promise<void> {
  const now = app.now()
  const today = kathmanduDate(now)
  if (kathmanduTime(now) < EARLIEST_REMINDER_TIME) return
  const ending = await app.db.read
    .selectFrom('memberships')
    .selectAll()
    .where('status', '=', 'active')
    .where('end_date', '>=', today)
    .where('end_date', '<=', addDays(today, MAX_REMINDER_DAYS))
    .execute()
  for (const membership of ending) {
    const { end_date: endDate, auto_renew } = membership
    const renewedDays = await readRenewedDays(app.db.read, membership)
    // A renewal that is not paid yet is waited for.
    if (renewedDays.includes(endDate)) continue
    const startDate = renewedDays.findLast((day) => day < endDate) ?? membership.start_date
    const days = findDueReminder({ startDate, endDate, autoRenew: auto_renew === 1 }, today)
    if (days === undefined || (await isReminded(app.db.read, membership, days))) continue
    const email = await buildEndingEmail(app, membership)
    await runTransaction(app.db, async (db) => {
      const recorded = await db
        .insertInto('membership_reminders')
        .values({ membership_id: membership.id, end_date: endDate, days, created_at: instant(now) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('days')
        .executeTakeFirst()
      if (recorded && !(await hasLaterMembership(db, membership)) && !(await areRemindersStopped(db, membership.email)))
        await queueEmail(db, email, now)
    })
  }
}

async function isReminded(db: Queries, { id, end_date }: Membership, days: number): Promise<boolean> {
  const sent = await db
    .selectFrom('membership_reminders')
    .select('days')
    .where('membership_id', '=', id)
    .where('end_date', '=', end_date)
    .where('days', '=', days)
    .executeTakeFirst()
  return sent !== undefined
}

async function hasLaterMembership(db: Queries, { id, email, location_id, end_date }: Membership): Promise<boolean> {
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

async function buildEndingEmail(app: App, membership: Membership): Promise<EmailContent> {
  const booking = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where((row) =>
      row.or([
        row('id', '=', membership.booking_id),
        row.and([row('renews', '=', membership.id), row('state', '=', 'confirmed')]),
      ]),
    )
    .orderBy('start_date', 'desc')
    .executeTakeFirstOrThrow()
  return membershipEndingEmail(membership, {
    locationName: booking.location_name,
    planName: booking.plan_name,
    renewal: await readRenewAction(app, booking),
    bookingId: booking.id,
    link: buildBookingLink(app, booking),
    stopLink: buildStopLink(app, membership.email),
  })
}

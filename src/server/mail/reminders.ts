import { fail, succeed } from '#contract/failure.ts'
import type { stopReminders } from '#contract/reminders.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { ReminderKind } from '../db/schema/mail.ts'
import { deriveStopToken, matchesSecret } from '../secrets.ts'

interface Reminder {
  kind: ReminderKind
  /** Id of the booking or tour. */
  subjectId: string
  /** The day that it announces. */
  day: IsoDate
}

/** Returns false if the reminder was queued before, also by another process. */
export async function recordReminder(db: Queries, { kind, subjectId, day }: Reminder, now: number): Promise<boolean> {
  const recorded = await db
    .insertInto('reminders_sent')
    .values({ kind, subject_id: subjectId, day, created_at: instant(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return recorded !== undefined
}

export async function areRemindersStopped(db: Queries, email: string): Promise<boolean> {
  const stopped = await db
    .selectFrom('reminder_stops')
    .select('email')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return stopped !== undefined
}

/** The page that stops all reminders to an address, and does nothing else. */
export const buildStopLink = (app: App, email: string): string =>
  new URL(
    `/stop-reminders#${new URLSearchParams({ email, token: deriveStopToken(app.bookingKey, email) })}`,
    app.env.siteUrl,
  ).href

export async function saveReminderStop(
  app: App,
  { email, token }: { email: string; token: string },
): Result<typeof stopReminders> {
  if (!matchesSecret(token, deriveStopToken(app.bookingKey, email))) return fail('not_found')
  await runTransaction(app.db, (db) =>
    db
      .insertInto('reminder_stops')
      .values({ email: email.toLowerCase(), created_at: instant(app.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return succeed({ stopped: true })
}

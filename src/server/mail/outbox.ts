import { sql } from 'kysely'
import { succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tables } from '../db/schema.ts'
import type { EmailMessage } from './mailer.ts'

const BATCH_SIZE = 50
const FIRST_WAIT_MS = 30_000
/** Doubling from half a minute, this is about a day. */
export const MAX_ATTEMPTS = 12
const STORED_MS = 30 * 24 * 3_600_000
/** An attempt whose process ended counts as running for this long. */
const ATTEMPT_MS = 15 * 60_000
const MAX_ERROR_LENGTH = 300

/** Notes a mail in the same writing as what it tells of; whoever gave no address at the desk gets none. */
export async function queueEmail(db: Queries, mail: Omit<EmailMessage, 'id'>, now: number): Promise<void> {
  if (mail.to === '') return
  await db
    .insertInto('mails')
    .values({
      id: crypto.randomUUID(),
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      booking_id: mail.bookingId ?? null,
      subject: mail.subject,
      body: mail.text,
      created_at: instant(now),
      sent_at: null,
      tries: 0,
      next_try_at: instant(now),
      kind: mail.kind ?? 'message',
      valid_until: mail.validUntil === undefined ? null : instant(mail.validUntil),
      attempt_started_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute()
}

/** Two clicks in a row, or two colleagues, send one mail to one address: a mended one gets its own. */
const DUPLICATE_WINDOW_MS = 60_000

/**
 * Whether a mail of this subject was noted about a booking for the same reader just now, sent by now or not. Asked by who
 * holds the booking: of two at once the second sees the first one's mail.
 */
export async function isRecentlyQueued(
  db: Queries,
  bookingId: string,
  { to, subject }: Omit<EmailMessage, 'id'>,
  now: number,
): Promise<boolean> {
  const noted = await db
    .selectFrom('mails')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('recipient', '=', to)
    .where('subject', '=', subject)
    .where('created_at', '>', instant(now - DUPLICATE_WINDOW_MS))
    .executeTakeFirst()
  return noted !== undefined
}

/** Sends the mails that are due. Each is claimed before its attempt, so that two processes do not send it at once. */
export async function sendDueEmails(app: App): Promise<void> {
  const due = await app.db.read
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('tries', '<', MAX_ATTEMPTS)
    .where('next_try_at', '<=', instant(app.now()))
    .orderBy('next_try_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const mail of due) {
    if (!(await claimEmail(app, mail.id, mail.tries))) continue
    const error = await attemptDelivery(app, mail)
    await updateEmail(app, mail.id, {
      attempt_started_at: null,
      ...(error === undefined
        ? { sent_at: instant(app.now()) }
        : { failed_at: instant(app.now()), last_error: error.slice(0, MAX_ERROR_LENGTH) }),
    })
  }
}

/** Hands a mail to the mail server. Returns what went wrong; undefined where it was accepted. */
async function attemptDelivery(app: App, mail: Tables['mails']): Promise<string | undefined> {
  try {
    const replyTo = mail.reply_to === null ? {} : { replyTo: mail.reply_to }
    await app.mailer({ id: mail.id, to: mail.recipient, ...replyTo, subject: mail.subject, text: mail.body })
    return undefined
  } catch (error) {
    app.log.bug(error, { mail: mail.id, attempt: mail.tries + 1 })
    return getErrorText(error)
  }
}

/** The first line of an error, for people. */
export const getErrorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] || 'Unknown error'

export const isSending = ({ attempt_started_at: startedAt }: Tables['mails'], now: number): boolean =>
  startedAt !== null && startedAt > instant(now - ATTEMPT_MS)

/** Deletes a mail 30 days after it was written, or after its last attempt failed. */
export async function deleteOldEmails(app: App): Promise<void> {
  const before = instant(app.now() - STORED_MS)
  await app.db.write(async (db) => {
    await db.deleteFrom('mails').where(sql<boolean>`coalesce(failed_at, created_at) < ${before}`).execute()
    return succeed(undefined)
  })
}

async function claimEmail(app: App, id: string, tries: number): Promise<boolean> {
  const now = app.now()
  const outcome = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({
        tries: tries + 1,
        next_try_at: instant(now + FIRST_WAIT_MS * 2 ** tries),
        attempt_started_at: instant(now),
      })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('tries', '=', tries)
      .where('next_try_at', '<=', instant(now))
      .executeTakeFirstOrThrow()
    return succeed(Number(numUpdatedRows) === 1)
  })
  return outcome.ok && outcome.value
}

async function updateEmail(app: App, id: string, values: Partial<Tables['mails']>): Promise<void> {
  await app.db.write(async (db) => {
    await db.updateTable('mails').set(values).where('id', '=', id).execute()
    return succeed(undefined)
  })
}

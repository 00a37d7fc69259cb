import { succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/schema.ts'
import type { Mail } from './mailer.ts'

const BATCH = 50
const FIRST_WAIT_MS = 30_000
/** Doubling from half a minute, this is about a day. */
const MOST_TRIES = 12
const KEPT_MS = 30 * 24 * 3_600_000

/** Notes a mail in the same writing as what it tells of; whoever gave no address at the desk gets none. */
export async function noteMail(db: Queries, mail: Omit<Mail, 'id'>, now: number): Promise<void> {
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
    })
    .execute()
}

/** Two clicks in a row, or two colleagues, send one mail to one address: a mended one gets its own. */
const ONE_MAIL_MS = 60_000

/**
 * Whether a mail of this subject was noted about a booking for the same reader just now, sent by now or not. Asked by who
 * holds the booking: of two at once the second sees the first one's mail.
 */
export async function isJustNoted(
  db: Queries,
  bookingId: string,
  { to, subject }: Omit<Mail, 'id'>,
  now: number,
): Promise<boolean> {
  const noted = await db
    .selectFrom('mails')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('recipient', '=', to)
    .where('subject', '=', subject)
    .where('created_at', '>', instant(now - ONE_MAIL_MS))
    .executeTakeFirst()
  return noted !== undefined
}

/** Sends what waits. A mail is taken before it is sent, so that two processes do not both send it at once. */
export async function sendMails(app: App): Promise<void> {
  const waiting = await app.db.read
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('tries', '<', MOST_TRIES)
    .where('next_try_at', '<=', instant(app.now()))
    .orderBy('next_try_at')
    .limit(BATCH)
    .execute()
  for (const mail of waiting) {
    if (!(await take(app, mail.id, mail.tries))) continue
    try {
      const replyTo = mail.reply_to === null ? {} : { replyTo: mail.reply_to }
      await app.mailer({ id: mail.id, to: mail.recipient, ...replyTo, subject: mail.subject, text: mail.body })
      await update(app, mail.id, { sent_at: instant(app.now()) })
    } catch (error) {
      app.log.bug(error, { mail: mail.id, tries: mail.tries + 1 })
    }
  }
}

/** What a mail said is kept where it belongs; here it only waits, for a day at most. */
export async function forgetOldMails(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .deleteFrom('mails')
      .where('created_at', '<', instant(app.now() - KEPT_MS))
      .execute()
    return succeed(undefined)
  })
}

async function take(app: App, id: string, tries: number): Promise<boolean> {
  const outcome = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({ tries: tries + 1, next_try_at: instant(app.now() + FIRST_WAIT_MS * 2 ** tries) })
      .where('id', '=', id)
      .where('tries', '=', tries)
      .executeTakeFirstOrThrow()
    return succeed(Number(numUpdatedRows) === 1)
  })
  return outcome.ok && outcome.value
}

async function update(app: App, id: string, values: { sent_at: Instant }): Promise<void> {
  await app.db.write(async (db) => {
    await db.updateTable('mails').set(values).where('id', '=', id).execute()
    return succeed(undefined)
  })
}

import { type ExpressionBuilder, sql } from 'kysely'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Email, Tables } from '../db/schema.ts'
import type { EmailContent } from './content.ts'
import { nameAttachmentsInHtml, nameAttachmentsInText, renderHtml, renderText } from './layout.ts'
import type { EmailAttachment, EmailMessage } from './mailer.ts'

const BATCH_SIZE = 50
const FIRST_WAIT_MS = 30_000
/** About 17 hours, as the wait doubles from 30 seconds. */
export const MAX_ATTEMPTS = 12
/** An attempt whose process ended counts as running for this long. */
const ATTEMPT_MS = 15 * 60_000
const MAX_ERROR_LENGTH = 300

/** Queues an email in the transaction that it reports. Returns its id; undefined without an address, as of a walk-in. */
export async function queueEmail(
  db: Queries,
  email: EmailContent,
  now: number,
  mailing?: { mailingId: string; dueAt: number },
): Promise<string | undefined> {
  if (email.to === '') return undefined
  const id = crypto.randomUUID()
  await db
    .insertInto('emails')
    .values({
      id,
      recipient: email.to,
      reply_to: email.replyTo ?? null,
      booking_id: email.bookingId ?? null,
      subject: email.subject,
      body: renderText(email),
      html: renderHtml(email),
      calendar: email.calendar?.text ?? null,
      calendar_method: email.calendar?.method ?? null,
      bills: email.bills ?? null,
      created_at: instant(now),
      attempts: 0,
      next_attempt_at: instant(mailing?.dueAt ?? now),
      kind: email.kind ?? 'message',
      valid_until: email.validUntil === undefined ? null : instant(email.validUntil),
      mailing_id: mailing?.mailingId ?? null,
    })
    .execute()
  return id
}

/** Replaces a secret in emails that were not sent yet. One email can have the links of several bookings and tours. */
export async function replaceInQueuedEmails(db: Queries, from: string, to: string): Promise<void> {
  await db
    .updateTable('emails')
    .set((row) => ({
      body: sql<string>`replace(${row.ref('body')}, ${from}, ${to})`,
      html: sql<string>`replace(${row.ref('html')}, ${from}, ${to})`,
    }))
    .where('sent_at', 'is', null)
    .where(sql<boolean>`replace(body, ${from}, ${to}) <> body`)
    .execute()
}

/** Suppresses the second of two clicks; a corrected address gets its own email. */
const DUPLICATE_WINDOW_MS = 60_000

/** Whether an email with this subject was queued recently for the same recipient. The caller holds the booking's lock. */
export async function isRecentlyQueued(
  db: Queries,
  bookingId: string,
  { to, subject }: Pick<EmailContent, 'to' | 'subject'>,
  now: number,
): Promise<boolean> {
  const queued = await db
    .selectFrom('emails')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('recipient', '=', to)
    .where('subject', '=', subject)
    .where('created_at', '>', instant(now - DUPLICATE_WINDOW_MS))
    .executeTakeFirst()
  return queued !== undefined
}

/** Claims each email before its attempt, so that two processes do not send it twice. Sends none that has expired. */
export async function sendDueEmails(app: App): Promise<void> {
  const due = await app.db.read
    .selectFrom('emails')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('next_attempt_at', '<=', instant(app.now()))
    .where(isStillValid(app.now()))
    .orderBy('next_attempt_at')
    .limit(BATCH_SIZE)
    .execute()
  for (const email of due) {
    if (!(await claimEmail(app, email))) continue
    const error = await attemptDelivery(app, email)
    const at = instant(app.now())
    const result = error === undefined ? { sent_at: at } : { failed_at: at, last_error: error }
    await runTransaction(app.db, (db) =>
      db
        .updateTable('emails')
        .set({ attempt_started_at: null, ...result })
        .where('id', '=', email.id)
        .execute(),
    )
  }
}

/** Returns the error text; undefined when the email was accepted. */
async function attemptDelivery(app: App, email: Email): Promise<string | undefined> {
  try {
    const attachments = email.bills === null ? [] : await app.billAttachments.render(app.db.read, email.id)
    await app.mailer(toEmailMessage(email, attachments))
    return undefined
  } catch (error) {
    app.log.bug(error, { emailId: email.id, attempt: email.attempts + 1 })
    return getErrorText(error).slice(0, MAX_ERROR_LENGTH)
  }
}

function toEmailMessage(
  { id, recipient, reply_to, subject, body, html, calendar, calendar_method }: Email,
  attachments: EmailAttachment[],
): EmailMessage {
  const isAttached = attachments.length > 0
  const names = attachments.map(({ filename }) => filename)
  return {
    id,
    to: recipient,
    ...(reply_to !== null && { replyTo: reply_to }),
    subject,
    text: isAttached ? nameAttachmentsInText(body, names) : body,
    ...(html !== null && { html: isAttached ? nameAttachmentsInHtml(html, names) : html }),
    ...(calendar !== null && calendar_method !== null && { calendar: { method: calendar_method, text: calendar } }),
    ...(isAttached && { attachments }),
  }
}

/** Returns the first line. */
export const getErrorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] || 'Unknown error'

export const isSending = ({ attempt_started_at: startedAt }: Email, now: number): boolean =>
  startedAt !== null && startedAt > instant(now - ATTEMPT_MS)

const isStillValid = (now: number) => (row: ExpressionBuilder<Tables, 'emails'>) =>
  row.or([row('valid_until', 'is', null), row('valid_until', '>', instant(now))])

/** Returns undefined if another process was first, or the email has expired. */
function claimEmail(
  app: App,
  { id, attempts, bills, booking_id: bookingId, created_at: createdAt }: Email,
): Promise<unknown> {
  const now = app.now()
  return runTransaction(app.db, async (db) => {
    const carried = bills !== null && bookingId !== null ? { id, bookingId, bills, createdAt } : undefined
    // A replaced link locks the booking before its emails too.
    if (carried) await lockBooking(db, carried.bookingId)
    const claimed = await db
      .updateTable('emails')
      .set({
        attempts: attempts + 1,
        next_attempt_at: instant(now + FIRST_WAIT_MS * 2 ** attempts),
        attempt_started_at: instant(now),
      })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('attempts', '=', attempts)
      .where('next_attempt_at', '<=', instant(now))
      .where(isStillValid(now))
      .returning('id')
      .executeTakeFirst()
    if (claimed && carried) await app.billAttachments.choose(db, carried, now)
    return claimed
  })
}

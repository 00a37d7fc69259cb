import type { EmailRow, listEmails, retryEmail } from '#contract/admin/emails.ts'
import type { readToday } from '#contract/admin/today.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { redactLinks } from '#domain/email.ts'
import { hasRoleAtLeast, type Role } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { instant } from '../db/instant.ts'
import type { Email } from '../db/schema.ts'
import { missingMailServer } from './mailer.ts'
import { isSending, MAX_ATTEMPTS } from './outbox.ts'

const MAX_LISTED = 100
/** An email that has not been sent for this long is reported as undelivered. */
const LATE_MS = 5 * 60_000

const EXPIRED = {
  account: 'The link in this email has expired. Send a new one from People.',
  message: 'This email has expired. If it is still needed, send a new one from its booking.',
} as const

const selectUndelivered = ({ db, now }: App) =>
  db.read
    .selectFrom('emails')
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('failed_at', 'is not', null), row('created_at', '<', instant(now() - LATE_MS))]))

const selectSummary = (app: App) =>
  selectUndelivered(app)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow()

/** For the dashboard. */
export async function readEmailStatus(app: App): Promise<Output<typeof readToday>['email']> {
  const { count, since } = await selectSummary(app)
  const last = await selectUndelivered(app)
    .select('last_error')
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .executeTakeFirst()
  return {
    undelivered: Number(count),
    since,
    lastError: last?.last_error ?? null,
    warning: missingMailServer(app.env) ?? null,
  }
}

export async function readUndeliveredEmails(app: App): Result<typeof listEmails> {
  const { count } = await selectSummary(app)
  const emails = await selectUndelivered(app)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return succeed({
    items: emails.map((email) => toEmailRow(email, app.now())),
    total: Number(count),
    warning: missingMailServer(app.env) ?? null,
  })
}

/** Makes an email due with all its attempts. An email that is due already does not change. */
export async function retryDelivery(
  app: App,
  staff: Actor & { role: Role },
  id: string,
  { attempts }: Input<typeof retryEmail>,
): Promise<Outcome<EmailRow>> {
  const now = app.now()
  return app.db.write<EmailRow>(async (db) => {
    // Locks the row until the end of the transaction.
    const email = await db
      .updateTable('emails')
      .set((row) => ({ subject: row.ref('subject') }))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!email) return fail('not_found', { message: 'This email was already delivered or deleted.' })
    if (email.kind === 'account' && !hasRoleAtLeast(staff.role, 'owner'))
      return fail('forbidden', { message: 'Only an owner can retry emails about staff accounts.' })
    if (isSending(email, now)) return fail('in_flight', { message: 'This email is being sent. Wait a minute.' })
    if (isExpired(email, now)) return fail('wrong_state', { message: EXPIRED[email.kind] })
    if (email.attempts === 0 && email.next_attempt_at <= instant(now)) return succeed(toEmailRow(email, now))
    if (email.attempts !== attempts) return fail('changed_meanwhile', { current: toEmailRow(email, now) })
    const due = { attempts: 0, next_attempt_at: instant(now), attempt_started_at: null }
    await db.updateTable('emails').set(due).where('id', '=', id).execute()
    const after = { subject: email.subject }
    await recordAuditEntry(
      db,
      { by: staff, action: 'mail_retried', subject: 'mail', subjectId: id, label: email.recipient, after },
      now,
    )
    return succeed(toEmailRow({ ...email, ...due }, now))
  })
}

const isExpired = ({ valid_until: until }: Email, now: number): boolean => until !== null && until <= instant(now)

function toEmailRow(email: Email, now: number): EmailRow {
  const expired = isExpired(email, now)
  const isOver = expired || email.attempts >= MAX_ATTEMPTS
  return {
    emailId: email.id,
    kind: email.kind,
    recipient: email.recipient,
    subject: email.subject,
    text: email.kind === 'account' ? null : redactLinks(email.body),
    bookingId: email.booking_id,
    state: isSending(email, now) ? 'sending' : isOver ? 'failed' : 'waiting',
    createdAt: email.created_at,
    failedAt: email.failed_at,
    lastError: email.last_error,
    attempts: email.attempts,
    nextAttemptAt: isOver ? null : email.next_attempt_at,
    expired,
  }
}

import type { EmailRow, listEmails, retryEmail } from '#contract/admin/emails.ts'
import type { readToday } from '#contract/admin/today.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { redactLinks } from '#domain/email.ts'
import { hasRoleAtLeast, type Role } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { instant, type Tables } from '../db/schema.ts'
import { missingMailServer } from './mailer.ts'
import { isSending, MAX_ATTEMPTS } from './outbox.ts'

const MAX_LISTED = 100
/** A mail that has not been attempted for this long is reported as undelivered. */
const LATE_MS = 5 * 60_000

const EXPIRED = {
  account: 'The link in this email has expired. Send a new one from People.',
  message: 'The link in this email has expired. Send a new one from its booking.',
} as const

const selectUndelivered = ({ db, now }: App) =>
  db.read
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .where((row) => row.or([row('failed_at', 'is not', null), row('created_at', '<', instant(now() - LATE_MS))]))

const selectSummary = (app: App) =>
  selectUndelivered(app)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow()

/** Whether email reaches its readers, for the dashboard. */
export async function readEmailStatus(app: App): Promise<Output<typeof readToday>['mail']> {
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

export async function readUndeliveredEmails(app: App): Promise<Outcome<Output<typeof listEmails>>> {
  const { count } = await selectSummary(app)
  const mails = await selectUndelivered(app).selectAll().orderBy('created_at').orderBy('id').limit(MAX_LISTED).execute()
  return succeed({
    items: mails.map((mail) => toEmailRow(mail, app.now())),
    total: Number(count),
    warning: missingMailServer(app.env) ?? null,
  })
}

/** Makes a mail due now, with all its attempts before it. A mail that is due already stays as it is. */
export async function retryDelivery(
  app: App,
  staff: Actor & { role: Role },
  id: string,
  { attempts }: Input<typeof retryEmail>,
): Promise<Outcome<EmailRow>> {
  const now = app.now()
  return app.db.write<EmailRow>(async (db) => {
    // Writing the row to itself holds it until the end of the transaction, on both engines.
    const mail = await db
      .updateTable('mails')
      .set((row) => ({ subject: row.ref('subject') }))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!mail) return fail('not_found', { message: 'This email has been delivered or deleted.' })
    if (mail.kind === 'account' && !hasRoleAtLeast(staff.role, 'owner'))
      return fail('forbidden', { message: 'Only an owner can retry emails about staff accounts.' })
    if (isSending(mail, now)) return fail('in_flight', { message: 'This email is being sent right now.' })
    if (isExpired(mail, now)) return fail('wrong_state', { message: EXPIRED[mail.kind] })
    if (mail.tries === 0 && mail.next_try_at <= instant(now)) return succeed(toEmailRow(mail, now))
    if (mail.tries !== attempts) return fail('changed_meanwhile', { current: toEmailRow(mail, now) })
    const due = { tries: 0, next_try_at: instant(now), attempt_started_at: null }
    await db.updateTable('mails').set(due).where('id', '=', id).execute()
    const after = { subject: mail.subject }
    await recordAuditEntry(
      db,
      { by: staff, action: 'mail_retried', subject: 'mail', subjectId: id, label: mail.recipient, after },
      now,
    )
    return succeed(toEmailRow({ ...mail, ...due }, now))
  })
}

const isExpired = ({ valid_until: until }: Tables['mails'], now: number): boolean =>
  until !== null && until <= instant(now)

function toEmailRow(mail: Tables['mails'], now: number): EmailRow {
  const isOver = mail.tries >= MAX_ATTEMPTS
  return {
    mailId: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    subject: mail.subject,
    text: mail.kind === 'account' ? null : redactLinks(mail.body),
    bookingId: mail.booking_id,
    state: isSending(mail, now) ? 'sending' : isOver ? 'failed' : 'waiting',
    createdAt: mail.created_at,
    failedAt: mail.failed_at,
    lastError: mail.last_error,
    attempts: mail.tries,
    nextAttemptAt: isOver ? null : mail.next_try_at,
    expired: isExpired(mail, now),
  }
}

import type { sendTestEmail } from '#contract/admin/emails.ts'
import { succeed } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import { runTransaction } from '../db/database.ts'
import { withTimeout } from '../http/timeout.ts'
import { type EmailContent, paragraph } from './content.ts'
import { renderHtml, renderText } from './layout.ts'
import { getErrorText } from './outbox.ts'

const TIMEOUT_MS = 15_000

/** Sends an email without the outbox, so that its result is known immediately. */
export async function deliverTestEmail(app: App, staff: Actor): Result<typeof sendTestEmail> {
  const error = await attemptDelivery(app, staff)
  const outcome = error !== null ? 'failed' : app.env.smtpUrl ? 'accepted' : 'stored'
  const entry = { action: 'mail_tested', subject: 'mail', subjectId: 'test', label: staff.email } as const
  await runTransaction(app.db, (db) => recordAuditEntry(db, { by: staff, ...entry, after: { outcome } }, app.now()))
  return succeed({ recipient: staff.email, outcome, error })
}

async function attemptDelivery(app: App, { email }: Actor): Promise<string | null> {
  const content = testEmail(email, app.now())
  const message = {
    id: crypto.randomUUID(),
    to: email,
    subject: content.subject,
    text: renderText(content),
    html: renderHtml(content),
  }
  try {
    await withTimeout(TIMEOUT_MS, app.mailer(message), 'The mail server did not respond within 15 seconds.')
    return null
  } catch (error) {
    return getErrorText(error)
  }
}

export const testEmail = (to: string, now: number): EmailContent => ({
  to,
  subject: `Test email from ${getBrand().name}`,
  blocks: [paragraph(`This is a test email. It was requested on ${formatInstant(now)} (Kathmandu time).`)],
  reason: 'You get this email because you requested it in the staff area.',
})

import type { sendTestEmail } from '#contract/admin/emails.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { type Actor, recordAuditEntry } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import { getErrorText } from './outbox.ts'

/** A mail server that says nothing for this long counts as failed: a screen waits for the answer. */
const TIMEOUT_MS = 15_000

/** Sends a mail to the signed-in person without the outbox, so that its result is known at once. */
export async function deliverTestEmail(app: App, staff: Actor): Promise<Outcome<Output<typeof sendTestEmail>>> {
  const error = await attemptDelivery(app, staff)
  const outcome = error !== null ? 'failed' : app.env.smtpUrl ? 'accepted' : 'stored'
  await app.db.write(async (db) => {
    const deed = { action: 'mail_tested', subject: 'mail', subjectId: 'test', label: staff.email } as const
    await recordAuditEntry(db, { by: staff, ...deed, after: { outcome } }, app.now())
    return succeed(undefined)
  })
  return succeed({ recipient: staff.email, outcome, error })
}

async function attemptDelivery(app: App, { email }: Actor): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server did not answer within 15 seconds.')), TIMEOUT_MS)
  })
  try {
    await Promise.race([
      silence,
      app.mailer({
        id: crypto.randomUUID(),
        to: email,
        subject: `Test email from ${getBrand().name}`,
        text: `This is a test. You asked for it in the staff area on ${formatInstant(app.now())} (Kathmandu time).`,
      }),
    ])
    return null
  } catch (error) {
    return getErrorText(error)
  } finally {
    clearTimeout(timer)
  }
}

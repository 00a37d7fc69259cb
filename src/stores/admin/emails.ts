import type { EmailRow, sendTestEmail } from '#contract/admin/emails.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { environment } from '../environment.ts'
import { resolveUnknownOutcome } from './edit.ts'
import { staffLedger } from './ledger.ts'
import { createResource } from './resource.ts'
import { requireSession } from './session/session.ts'

/** A retried email is attempted within this time; then the list is reloaded. */
const RETRY_RESULT_MS = 6_000

export const { $resource: $emails, read: readEmails } = createResource('emails', () => staffLedger.emails({}))

export async function retryEmail({ emailId, attempts }: EmailRow): Promise<Outcome<EmailRow>> {
  const outcome = await resolveUnknownOutcome(
    await requireSession(staffLedger.retryEmail(emailId, { attempts })),
    async () => {
      await readEmails()
      return $emails.get().emails?.items.find((row) => row.emailId === emailId && row.attempts === 0)
    },
  )
  await readEmails()
  if (outcome.ok) environment().later(() => void readEmails(), RETRY_RESULT_MS)
  return outcome
}

export const testEmail = (): Promise<Outcome<Output<typeof sendTestEmail>>> =>
  requireSession(staffLedger.sendTestEmail({}))

import { atom } from 'nanostores'
import type { EmailRow, listEmails, sendTestEmail } from '#contract/admin/emails.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { environment } from '../environment.ts'
import { resolveUnknownOutcome } from './expected-state.ts'
import { staffLedger } from './ledger.ts'
import { requireSession } from './session/session.ts'

/** A retried mail is attempted within seconds: after this time the list shows what became of it. */
const RETRY_RESULT_MS = 6_000

/** `mails` stays visible when a later reading fails. */
export const $emails = atom<{ mails?: Output<typeof listEmails>; failure?: Failure }>({})

let latestRequest = 0

export async function readEmails(): Promise<void> {
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.emails({}))
  if (mine !== latestRequest) return
  $emails.set(answer.ok ? { mails: answer.value } : { ...$emails.get(), failure: answer.failure })
}

/** Retries a mail, and shows its state now and after the attempt. */
export async function retryEmail({ mailId, attempts }: EmailRow): Promise<Outcome<EmailRow>> {
  const answer = await resolveUnknownOutcome(
    await requireSession(staffLedger.retryEmail(mailId, { attempts })),
    async () => {
      await readEmails()
      return $emails.get().mails?.items.find((row) => row.mailId === mailId && row.attempts === 0)
    },
  )
  await readEmails()
  if (answer.ok) environment().later(() => void readEmails(), RETRY_RESULT_MS)
  return answer
}

export const testEmail = (): Promise<Outcome<Output<typeof sendTestEmail>>> =>
  requireSession(staffLedger.sendTestEmail({}))

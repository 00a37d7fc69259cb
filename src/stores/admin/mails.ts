import { atom } from 'nanostores'
import type { listMails, MailRow, sendTestMail } from '#contract/admin/mails.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'
import { wished } from './wished.ts'

/** A retried mail is attempted within seconds: after this time the list shows what became of it. */
const RESULT_MS = 6_000

/** `mails` stays visible when a later reading fails. */
export const $mails = atom<{ mails?: Output<typeof listMails>; failure?: Failure }>({})

let latest = 0

export async function readMails(): Promise<void> {
  const mine = ++latest
  const answer = await admitted(staffLedger.mails({}))
  if (mine !== latest) return
  $mails.set(answer.ok ? { mails: answer.value } : { ...$mails.get(), failure: answer.failure })
}

/** Retries a mail, and shows its state now and after the attempt. */
export async function retryMail({ mailId, attempts }: MailRow): Promise<Outcome<MailRow>> {
  const answer = await wished(await admitted(staffLedger.retryMail(mailId, { attempts })), async () => {
    await readMails()
    return $mails.get().mails?.items.find((row) => row.mailId === mailId && row.attempts === 0)
  })
  await readMails()
  if (answer.ok) environment().later(() => void readMails(), RESULT_MS)
  return answer
}

export const testMail = (): Promise<Outcome<Output<typeof sendTestMail>>> => admitted(staffLedger.sendTestMail({}))

import { atom } from 'nanostores'
import type { AccountView, changePassword as ChangePassword } from '#contract/admin/account.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { goToLogin } from './door.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

export const $account = atom<{ account?: AccountView; failure?: Failure }>({})

let asked = 0

export async function readAccount(): Promise<void> {
  const mine = ++asked
  const answer = await admitted(staffLedger.account({}))
  if (mine !== asked) return
  $account.set(answer.ok ? { account: answer.value } : { ...$account.get(), failure: answer.failure })
}

/** What a change changed is read again: the account shows what is so on the server. */
async function changed<Value>(asked: Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const answer = await admitted(asked)
  if (answer.ok) await readAccount()
  return answer
}

export const changeName = (name: string) => changed(staffLedger.changeName({ name }))
export const changePassword = (words: Input<typeof ChangePassword>) => changed(staffLedger.changePassword(words))
export const endSession = (sessionId: string) => changed(staffLedger.endSession(sessionId))
export const beginTwoFactor = () => admitted(staffLedger.beginTwoFactor({}))
export const confirmTwoFactor = (code: string) => changed(staffLedger.confirmTwoFactor({ code }))
export const endTwoFactor = (password: string) => changed(staffLedger.endTwoFactor({ password }))
export const renewBackupCodes = () => changed(staffLedger.renewBackupCodes({}))

/** Signs out everywhere, here too: on success the way leads to the door. */
export async function endSessions(): Promise<Outcome<unknown>> {
  const answer = await admitted(staffLedger.endSessions({}))
  if (answer.ok) goToLogin()
  return answer
}

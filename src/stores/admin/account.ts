import { atom } from 'nanostores'
import type {
  AccountView,
  changePassword as ChangePassword,
  confirmTwoFactor as ConfirmTwoFactor,
} from '#contract/admin/account.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { isUnanswered } from '../api.ts'
import { goToLogin } from './door.ts'
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'
import { wished } from './wished.ts'

export const $account = atom<{ account?: AccountView; failure?: Failure }>({})

let asked = 0

export async function readAccount(): Promise<void> {
  const mine = ++asked
  const answer = await admitted(staffLedger.account({}))
  if (mine !== asked) return
  $account.set(answer.ok ? { account: answer.value } : { ...$account.get(), failure: answer.failure })
}

/** What a change changed is read again: the account shows what is so on the server. */
async function changed(
  asked: Promise<Outcome<unknown>>,
  isSo: (account: AccountView) => boolean,
): Promise<Outcome<unknown>> {
  const answer = await admitted(asked)
  if (answer.ok) await readAccount()
  return wished(answer, () => looked(isSo))
}

/** The account, read again, where it is as it was wished. */
async function looked(isSo: (account: AccountView) => boolean): Promise<AccountView | undefined> {
  await readAccount()
  const { account, failure } = $account.get()
  return account && !failure && isSo(account) ? account : undefined
}

export const changeName = (name: string) =>
  changed(staffLedger.changeName({ name }), (account) => account.name === name)
/** Unanswered, the account can only be read where nothing was changed: the session that asks was ended with it. */
export const changePassword = (words: Input<typeof ChangePassword>) =>
  changed(staffLedger.changePassword(words), () => false)
export const endSession = (id: string) =>
  changed(staffLedger.endSession(id), ({ sessions }) => !sessions.some(({ sessionId }) => sessionId === id))
export const beginTwoFactor = async () =>
  wished(await admitted(staffLedger.beginTwoFactor({})), async () => {
    await readAccount()
    return undefined
  })
export const endTwoFactor = (password: string) =>
  changed(staffLedger.endTwoFactor({ password }), ({ twoFactor }) => twoFactor === null)

/** Null where those that count now may have been lost on the way: nobody is shown them again. */
type BackupCodes = { backupCodes: readonly string[] | null }

/** They are there at once, whatever else is read. */
async function withCodes(asked: Promise<Outcome<BackupCodes>>): Promise<Outcome<BackupCodes>> {
  const answer = await admitted(asked)
  if (answer.ok) void readAccount()
  return wished(answer, async () =>
    (await looked(({ twoFactor }) => twoFactor !== null)) ? { backupCodes: null } : undefined,
  )
}

export const confirmTwoFactor = (given: Input<typeof ConfirmTwoFactor>) =>
  withCodes(staffLedger.confirmTwoFactor(given))
export const renewBackupCodes = () => withCodes(staffLedger.renewBackupCodes({}))

/** Signs out everywhere, here too: on success the way leads to the door. */
export async function endSessions(): Promise<Outcome<unknown>> {
  const answer = await admitted(staffLedger.endSessions({}))
  if (answer.ok) goToLogin()
  // Whoever is out is led to the door by reading.
  else if (isUnanswered(answer.failure)) await readAccount()
  return answer
}

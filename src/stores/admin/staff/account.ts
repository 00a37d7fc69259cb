import { atom } from 'nanostores'
import type {
  AccountView,
  changePassword as ChangePassword,
  confirmTwoFactor as ConfirmTwoFactor,
} from '#contract/admin/account.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { resolveUnknownOutcome } from '../expected-state.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { redirectToSignIn } from '../session/sign-in-redirect.ts'

export const $account = atom<{ account?: AccountView; failure?: Failure }>({})

let latestRequest = 0

export async function readAccount(): Promise<void> {
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.account({}))
  if (mine !== latestRequest) return
  $account.set(answer.ok ? { account: answer.value } : { ...$account.get(), failure: answer.failure })
}

/** What a change changed is read again: the account shows what is so on the server. */
async function applyChange(
  asked: Promise<Outcome<unknown>>,
  isSo: (account: AccountView) => boolean,
): Promise<Outcome<unknown>> {
  const answer = await requireSession(asked)
  if (answer.ok) await readAccount()
  return resolveUnknownOutcome(answer, () => rereadAccount(isSo))
}

/** The account, read again, where it is as it was wished. */
async function rereadAccount(isSo: (account: AccountView) => boolean): Promise<AccountView | undefined> {
  await readAccount()
  const { account, failure } = $account.get()
  return account && !failure && isSo(account) ? account : undefined
}

export const changeName = (name: string) =>
  applyChange(staffLedger.changeName({ name }), (account) => account.name === name)
/** Unanswered, the account can only be read where nothing was changed: the session that asks was ended with it. */
export const changePassword = (words: Input<typeof ChangePassword>) =>
  applyChange(staffLedger.changePassword(words), () => false)
export const endSession = (id: string) =>
  applyChange(staffLedger.endSession(id), ({ sessions }) => !sessions.some(({ sessionId }) => sessionId === id))
export const startTwoFactor = async () =>
  resolveUnknownOutcome(await requireSession(staffLedger.startTwoFactor({})), async () => {
    await readAccount()
    return undefined
  })
export const disableTwoFactor = (password: string) =>
  applyChange(staffLedger.disableTwoFactor({ password }), ({ twoFactor }) => twoFactor === null)

/** Null where those that count now may have been lost on the way: nobody is shown them again. */
type BackupCodes = { backupCodes: readonly string[] | null }

/** They are there at once, whatever else is read. */
async function withBackupCodes(asked: Promise<Outcome<BackupCodes>>): Promise<Outcome<BackupCodes>> {
  const answer = await requireSession(asked)
  if (answer.ok) void readAccount()
  return resolveUnknownOutcome(answer, async () =>
    (await rereadAccount(({ twoFactor }) => twoFactor !== null)) ? { backupCodes: null } : undefined,
  )
}

export const confirmTwoFactor = (given: Input<typeof ConfirmTwoFactor>) =>
  withBackupCodes(staffLedger.confirmTwoFactor(given))
export const renewBackupCodes = () => withBackupCodes(staffLedger.renewBackupCodes({}))

/** Signs out everywhere, here too: on success the way leads to the door. */
export async function endSessions(): Promise<Outcome<unknown>> {
  const answer = await requireSession(staffLedger.endSessions({}))
  if (answer.ok) redirectToSignIn()
  // Whoever is out is led to the door by reading.
  else if (isOutcomeUnknown(answer.failure)) await readAccount()
  return answer
}

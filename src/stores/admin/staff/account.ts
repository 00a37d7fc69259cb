import type {
  AccountView,
  changePassword as ChangePassword,
  confirmTwoFactor as ConfirmTwoFactor,
} from '#contract/admin/account.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { resolveUnknownOutcome } from '../edit.ts'
import { staffLedger } from '../ledger.ts'
import { createResource } from '../resource.ts'
import { requireSession } from '../session/session.ts'
import { redirectToSignIn } from '../session/sign-in-redirect.ts'

export const { $resource: $account, read: readAccount } = createResource('account', () => staffLedger.account({}))

async function applyChange(
  response: Promise<Outcome<unknown>>,
  isDone: (account: AccountView) => boolean,
): Promise<Outcome<unknown>> {
  const outcome = await requireSession(response)
  if (outcome.ok) await readAccount()
  return resolveUnknownOutcome(outcome, () => rereadAccount(isDone))
}

async function rereadAccount(isDone: (account: AccountView) => boolean): Promise<AccountView | undefined> {
  await readAccount()
  const { account, failure } = $account.get()
  return account && !failure && isDone(account) ? account : undefined
}

export const changeName = (name: string) =>
  applyChange(staffLedger.changeName({ name }), (account) => account.name === name)
/** A new password ends this session, so an account that can be read has the old one. */
export const changePassword = (passwords: Input<typeof ChangePassword>) =>
  applyChange(staffLedger.changePassword(passwords), () => false)
export const endSession = (id: string) =>
  applyChange(staffLedger.endSession(id), ({ sessions }) => !sessions.some(({ sessionId }) => sessionId === id))
export const startTwoFactor = async () =>
  resolveUnknownOutcome(await requireSession(staffLedger.startTwoFactor({})), async () => {
    await readAccount()
    return undefined
  })
export const disableTwoFactor = (password: string) =>
  applyChange(staffLedger.disableTwoFactor({ password }), ({ twoFactor }) => twoFactor === null)

/** `null` where the response with the codes was lost: they are shown only once. */
type BackupCodes = { backupCodes: readonly string[] | null }

async function withBackupCodes(response: Promise<Outcome<BackupCodes>>): Promise<Outcome<BackupCodes>> {
  const outcome = await requireSession(response)
  if (outcome.ok) void readAccount()
  return resolveUnknownOutcome(outcome, async () =>
    (await rereadAccount(({ twoFactor }) => twoFactor !== null)) ? { backupCodes: null } : undefined,
  )
}

export const confirmTwoFactor = (input: Input<typeof ConfirmTwoFactor>) =>
  withBackupCodes(staffLedger.confirmTwoFactor(input))
export const regenerateBackupCodes = () => withBackupCodes(staffLedger.regenerateBackupCodes({}))

export async function endSessions(): Promise<Outcome<unknown>> {
  const outcome = await requireSession(staffLedger.endSessions({}))
  if (outcome.ok) redirectToSignIn()
  // The read redirects to the sign-in page where the session has ended.
  else if (isOutcomeUnknown(outcome.failure)) await readAccount()
  return outcome
}

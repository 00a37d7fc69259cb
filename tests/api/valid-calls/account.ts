import {
  changeName,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endSession,
  endSessions,
  readAccount,
  regenerateBackupCodes,
  startTwoFactor,
} from '#contract/admin/account.ts'
import { confirmCurrentPassword } from '#contract/admin/session.ts'
import type { TestApp } from '../../support/app.ts'
import { codeAt } from '../../support/authenticator.ts'
import { call } from '../../support/requests.ts'
import { STAFF } from '../../support/staff.ts'
import { signedInStaff, withTwoFactor } from '../../support/staff-accounts.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

const { password } = STAFF

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readAccount, endSessions, startTwoFactor),
  validCall(confirmCurrentPassword, { body: { password } }),
  validCall(changeName, { body: { name: 'Sushma Rai' } }),
  validCall(changePassword, { body: { current: password, password: 'mango lizard umbrella quartz' } }),
  validCall(endSession, async (_, signedIn) => {
    const { sessions } = await call(readAccount, signedIn)
    return { id: sessions[0]?.sessionId ?? '' }
  }),
  validCall(confirmTwoFactor, async (app, signedIn) => {
    const { key } = await call(startTwoFactor, signedIn)
    return { body: { code: codeAt(key, app.now()), key } }
  }),
  validCall(disableTwoFactor, async (app) => ({ ...(await withTwoFactorOfOwner(app)), body: { password } })),
  validCall(regenerateBackupCodes, withTwoFactorOfOwner),
]

/** Sets up two-factor sign-in for the owner. */
async function withTwoFactorOfOwner(app: TestApp) {
  await withTwoFactor(app, (await signedInStaff(app)).id)
  return {}
}

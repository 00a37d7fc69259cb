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
import { owner, staffOfDesk, withTwoFactor } from '../../support/desk.ts'
import { call } from '../../support/requests.ts'
import { STAFF } from '../../support/staff.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  ...[readAccount, endSessions, startTwoFactor].map(
    (contract): Good => [contract, async (app) => (await owner(app)).sent],
  ),
  [confirmCurrentPassword, async (app) => ({ ...(await owner(app)).sent, body: { password: STAFF.password } })],
  [changeName, async (app) => ({ ...(await owner(app)).sent, body: { name: 'Sushma Rai' } })],
  [
    changePassword,
    async (app) => ({
      ...(await owner(app)).sent,
      body: { current: STAFF.password, password: 'mango lizard umbrella quartz' },
    }),
  ],
  [
    endSession,
    async (app) => {
      const { sent } = await owner(app)
      const { sessions } = await call(readAccount, sent)
      return { ...sent, id: sessions[0]?.sessionId ?? '' }
    },
  ],
  [
    confirmTwoFactor,
    async (app) => {
      const { sent } = await owner(app)
      const { key } = await call(startTwoFactor, sent)
      return { ...sent, body: { code: codeAt(key, app.now()), key } }
    },
  ],
  [disableTwoFactor, async (app) => ({ ...(await guarded(app)), body: { password: STAFF.password } })],
  [regenerateBackupCodes, guarded],
]

/** The owner, whose sign-in asks for a code. */
async function guarded(app: TestApp) {
  const visitor = await owner(app)
  await withTwoFactor(app, (await staffOfDesk(app)).id)
  return visitor.sent
}

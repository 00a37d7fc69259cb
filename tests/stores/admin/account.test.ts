import { beforeEach, describe, expect, test } from 'vitest'
import {
  $account,
  changeName,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endSession,
  endSessions,
  readAccount,
  regenerateBackupCodes,
} from '#stores/admin/staff/account.ts'
import { account } from '../../support/staff-view.ts'
import { errorBody, withTab } from './staff-tab.ts'

const tab = withTab()

test('a change of the account is not overwritten by an earlier read', async () => {
  void readAccount()
  const late = tab.next
  await tab.respondTo(changeName('New'), 200, {})
  await tab.next.respond(200, account('New'))
  await late.respond(200, account('Old'))
  expect($account.get()).toEqual({ account: account('New') })
})

describe('a change of the account whose response is lost', () => {
  const lostResponse = (code = 'internal') => [500, errorBody(code)] as const
  const on = { since: '2026-12-01T04:15:00.000Z', backupCodesLeft: 10 }
  const session = {
    sessionId: 's1',
    device: 'Firefox on Windows',
    signedInAt: '2026-12-01T04:15:00.000Z',
    usedAt: '2026-12-01T04:15:00.000Z',
    current: false,
  }
  const off = account('One', { sessions: [session] })
  beforeEach(() => $account.set({ account: off }))

  test.each([
    ['a name', () => changeName('New'), account('New'), off],
    ['a browser signed out', () => endSession('s1'), account('One'), off],
    ['two-factor switched off', () => disableTwoFactor('p'), off, account('One', { twoFactor: on })],
  ])('succeeds only when the account shows it: %s', async (_, change, changed, unchanged) => {
    for (const code of ['internal', 'not_ready', 'not_found']) {
      expect(await tab.resultOf(change(), lostResponse(code), [200, changed])).toMatchObject({ ok: true })
      expect($account.get().account).toEqual(changed)
      const failed = await tab.resultOf(change(), lostResponse(code), [200, unchanged])
      expect(failed).toMatchObject({ ok: false, failure: { code } })
    }
  })

  test.each([
    ['switching on', () => confirmTwoFactor({ code: '123456', key: 'K' })],
    ['renewing', regenerateBackupCodes],
  ])('returns no backup codes when %s two-factor', async (_, change) => {
    const result = await tab.resultOf(change(), lostResponse(), [200, account('One', { twoFactor: on })])
    expect(result).toEqual({ ok: true, value: { backupCodes: null } })
    expect(await tab.resultOf(change(), lostResponse(), [200, off])).toMatchObject({ ok: false })
  })

  test.each([
    ['the password', () => changePassword({ current: 'a', password: 'b' }), 'password'],
    ['the end of every session', endSessions, 'signed_out'],
  ])('redirects to sign-in when it ended this session: %s', async (_, change, ended) => {
    await tab.resultOf(change(), lostResponse(), [401, errorBody('unauthorized', { ended })])
    expect(tab.redirects).toEqual([expect.stringContaining(`ended=${ended}`)])
  })

  test('a wrong code fails without a reload', async () => {
    const rejection = errorBody('invalid', { fields: { code: 'no' } })
    await tab.respondTo(confirmTwoFactor({ code: '1', key: 'K' }), 422, rejection)
    expect(tab.requests).toEqual([])
  })
})

test('new backup codes are returned before the account is reloaded', async () => {
  const result = await tab.resultOf(regenerateBackupCodes(), [200, { backupCodes: ['aaaa'] }])
  expect(result).toEqual({ ok: true, value: { backupCodes: ['aaaa'] } })
  expect(tab.requests).toMatchObject([{ path: '/api/admin/account' }])
})

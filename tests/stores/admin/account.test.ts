import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import {
  $account,
  changeName,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endSession,
  endSessions,
  readAccount,
  renewBackupCodes,
} from '#stores/admin/staff/account.ts'
import { refusal, settle, type Tab, withTab } from './desk.ts'

const account = (name: string, over: Partial<AccountView> = {}): AccountView => ({
  email: 'one@chautari.example',
  name,
  role: 'manager',
  workplaces: null,
  twoFactor: null,
  sessions: [],
  ...over,
})

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('a change is not hidden by a read from before it', async () => {
  void readAccount()
  void changeName('New')
  const late = tab.next
  await tab.next.answer(200, {})
  await tab.next.answer(200, account('New'))
  await late.answer(200, account('Old'))
  expect($account.get()).toEqual({ account: account('New') })
})

describe('a change whose answer is lost', () => {
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
  ])('is done where the account shows it, and else is not: %s', async (_, change, done, not) => {
    for (const lost of ['internal', 'not_ready', 'not_found']) {
      const worked = change()
      await tab.next.answer(500, refusal(lost))
      await tab.next.answer(200, done)
      expect(await worked).toMatchObject({ ok: true })
      expect($account.get().account).toEqual(done)
      const failed = change()
      await tab.next.answer(500, refusal(lost))
      await tab.next.answer(200, not)
      expect(await failed).toMatchObject({ ok: false, failure: { code: lost } })
    }
  })

  test.each([
    ['switching on', () => confirmTwoFactor({ code: '123456', key: 'K' })],
    ['renewing', renewBackupCodes],
  ])('says that backup codes were not seen: %s', async (_, change) => {
    const made = change()
    await tab.next.answer(500, refusal('internal'))
    await tab.next.answer(200, account('One', { twoFactor: on }))
    expect(await made).toEqual({ ok: true, value: { backupCodes: null } })
    const failed = change()
    await tab.next.answer(500, refusal('internal'))
    await tab.next.answer(200, off)
    expect(await failed).toMatchObject({ ok: false })
  })

  test.each([
    ['the password', () => changePassword({ current: 'a', password: 'b' }), 'password'],
    ['the end of every session', endSessions, 'signed_out'],
  ])('leads to the door where it ended this session: %s', async (_, change, ended) => {
    const changing = change()
    await tab.next.answer(500, refusal('internal'))
    await tab.next.answer(401, refusal('unauthorized', { ended }))
    await changing
    expect(tab.left).toEqual([expect.stringContaining(`ended=${ended}`)])
  })

  test('a wrong code is told at once', async () => {
    void confirmTwoFactor({ code: '1', key: 'K' })
    await tab.next.answer(422, refusal('invalid', { fields: { code: 'no' } }))
    await settle()
    expect(tab.asked).toEqual([])
  })
})

test('new backup codes wait for no other answer', async () => {
  const made = renewBackupCodes()
  await tab.next.answer(200, { backupCodes: ['aaaa'] })
  expect(await made).toEqual({ ok: true, value: { backupCodes: ['aaaa'] } })
  expect(tab.asked).toMatchObject([{ path: '/api/admin/account' }])
})

import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import { TwoFactor } from '#islands/admin/account/TwoFactor.tsx'
import { refusal, type Tab, withTab } from '../../stores/admin/desk.ts'
import { buttonNamed, mount, press } from '../booking/mount.ts'

const ACCOUNT: AccountView = {
  email: 'one@chautari.example',
  name: 'One',
  role: 'manager',
  workplaces: null,
  twoFactor: { since: '2026-12-01T04:15:00.000Z', backupCodesLeft: 10 },
  sessions: [],
}

let tab: Tab
withTab((opened) => {
  tab = opened
})

let element: HTMLElement
const renew = () => press(buttonNamed(element, 'New backup codes'))
beforeEach(async () => {
  element = (await mount(<TwoFactor account={ACCOUNT} />)).element
  await renew()
})

test('backup codes that were lost on the way are told, and the next ones shown', async () => {
  await act(() => tab.next.answer(500, refusal('internal')))
  await act(() => tab.next.answer(200, ACCOUNT))
  expect(element.querySelector('[role=alert]')?.textContent).toContain('Make new ones')
  await renew()
  await act(() => tab.next.answer(200, { backupCodes: ['aaaa-bbbb-cccc'] }))
  expect(element.textContent).toContain('aaaa-bbbb-cccc')
  expect(element.textContent).not.toContain('Make new ones')
})

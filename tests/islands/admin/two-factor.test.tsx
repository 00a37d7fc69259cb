import { act } from 'react'
import { expect, test } from 'vitest'
import { TwoFactorSettings } from '#islands/admin/account/TwoFactorSettings.tsx'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { account } from '../../support/staff-view.ts'
import { click, findButton, mount } from '../booking/mount.ts'

const ACCOUNT = account('One', { twoFactor: { since: '2026-12-01T04:15:00.000Z', backupCodesLeft: 10 } })
const tab = withTab()

test('a lost response with backup codes is reported, and the next codes are shown', async () => {
  const { element } = await mount(<TwoFactorSettings account={ACCOUNT} />)
  const renew = () => click(findButton(element, 'New backup codes'))
  await renew()
  await act(() => tab.next.respond(500, errorBody('internal')))
  await act(() => tab.next.respond(200, ACCOUNT))
  expect(element.querySelector('[role=alert]')?.textContent).toContain('Create new codes')
  await renew()
  await act(() => tab.next.respond(200, { backupCodes: ['aaaa-bbbb-cccc'] }))
  expect(element.textContent).toContain('aaaa-bbbb-cccc')
  expect(element.textContent).not.toContain('Create new codes')
})

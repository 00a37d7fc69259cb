import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import { TwoFactor } from '#islands/admin/account/TwoFactor.tsx'
import { ListFooter } from '#islands/admin/list/ListFooter.tsx'
import { type Tab, withTab } from '../../stores/admin/desk.ts'
import { buttonNamed, mount, press } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('setting a second factor up, the keyboard goes to the code, and back when it is left', async () => {
  const { element } = await mount(<TwoFactor account={{ twoFactor: null } as AccountView} />)
  const begin = element.querySelector('button')
  expect(document.activeElement).toBe(document.body)
  begin?.focus()
  await press(begin)
  await act(() =>
    tab.next.answer(200, { key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Chautari?secret=JBSWY3DPEHPK3PXP' }),
  )
  expect(document.activeElement?.id).toBe('account-code')
  await press(buttonNamed(element, 'Leave it'))
  expect(document.activeElement?.textContent).toBe('Set it up')
})

test.each([
  ['goes on from the foot of the list', () => {}, 'Showing all 60'],
  ['stays where it went meanwhile', () => document.querySelector<HTMLElement>('a')?.focus(), 'a row'],
])('once the last page has come, the keyboard %s', async (_, meanwhile, at) => {
  const foot = (said: string, more: boolean, busy = false) => (
    <>
      <a href="/">a row</a>
      <ListFooter status={said} more={more} busy={busy} onMore={vi.fn()} />
    </>
  )
  const { element, show } = await mount(foot('The first 50', true))
  const button = element.querySelector('button')
  button?.focus()
  await press(button)
  await show(foot('The first 50', true, true))
  meanwhile()
  await show(foot('Showing all 60', false))
  expect(document.activeElement?.textContent).toBe(at)
})

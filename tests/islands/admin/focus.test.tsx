import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import { TwoFactorSettings } from '#islands/admin/account/TwoFactorSettings.tsx'
import { ListFooter } from '#islands/admin/list/ListFooter.tsx'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, mount } from '../booking/mount.ts'

const tab = withTab()

test('two-factor setup focuses the code, and the start button after it is cancelled', async () => {
  const { element } = await mount(<TwoFactorSettings account={{ twoFactor: null } as AccountView} />)
  const startButton = element.querySelector('button')
  expect(document.activeElement).toBe(document.body)
  startButton?.focus()
  await click(startButton)
  await act(() =>
    tab.next.respond(200, { key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Chautari?secret=JBSWY3DPEHPK3PXP' }),
  )
  expect(document.activeElement?.id).toBe('account-code')
  await click(findButton(element, 'Cancel'))
  expect(document.activeElement?.textContent).toBe('Set up')
})

test.each([
  ['moves to the row count', () => {}, 'Showing all 60'],
  ['stays where the user moved it', () => document.querySelector<HTMLElement>('a')?.focus(), 'a row'],
])('after the last page the focus %s', async (_, moveFocus, expected) => {
  const buildFooter = (status: string, more: boolean, busy = false) => (
    <>
      <a href="/">a row</a>
      <ListFooter status={status} hasMore={more} busy={busy} onLoadMore={vi.fn()} />
    </>
  )
  const { element, show } = await mount(buildFooter('The first 50', true))
  const button = element.querySelector('button')
  button?.focus()
  await click(button)
  await show(buildFooter('The first 50', true, true))
  moveFocus()
  await show(buildFooter('Showing all 60', false))
  expect(document.activeElement?.textContent).toBe(expected)
})

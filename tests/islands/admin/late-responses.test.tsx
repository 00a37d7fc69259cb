import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import { ChangeNameForm } from '#islands/admin/account/ChangeNameForm.tsx'
import { TwoFactorSettings } from '#islands/admin/account/TwoFactorSettings.tsx'
import { PersonDialog } from '#islands/admin/people/PersonDialog.tsx'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { person } from '../../support/staff-view.ts'
import { click, getField, mount, textsOf, type } from '../booking/mount.ts'

const tab = withTab()
const button = (element: Element, name: string) =>
  [...element.querySelectorAll('button')].findLast(({ textContent }) => textContent === name) ?? null

test('saved rights close only the dialog that sent them', async () => {
  const close = vi.fn()
  const save = async () => {
    const { element, show } = await mount(<PersonDialog person={person()} locations={{}} close={close} />)
    await click(button(element, 'Save'))
    return { show, sent: tab.next }
  }
  const closed = await save()
  await closed.show(null)
  await act(() => closed.sent.respond(200, person({ version: 2 })))
  await act(() => tab.next.respond(200, { people: [person({ version: 2 })], invitations: [] }))
  expect(close).not.toHaveBeenCalled()
  const { sent } = await save()
  await act(() => sent.respond(200, person({ version: 3 })))
  await act(() => tab.next.respond(200, { people: [person({ version: 3 })], invitations: [] }))
  expect(close).toHaveBeenCalledOnce()
})

const ACCOUNT = { twoFactor: { since: '2026-12-01T04:15:00.000Z', backupCodesLeft: 3 } } as AccountView
const CODES = ['aaaa-bbbb', 'cccc-dddd']

test('shown backup codes remain after a late response to a closed dialog', async () => {
  const { element } = await mount(<TwoFactorSettings account={ACCOUNT} />)
  await click(button(element, 'Turn off'))
  await type(getField(element, '#account-off'), 'a password')
  await click(button(element, 'Turn off'))
  const ending = tab.next
  await act(() => void element.querySelector('dialog')?.dispatchEvent(new Event('close')))
  await click(button(element, 'New backup codes'))
  const renewing = tab.next
  // The new codes would replace the dialog.
  expect(button(element, 'Turn off')?.getAttribute('aria-disabled')).toBe('true')
  await click(button(element, 'Turn off'))
  expect(element.querySelector('dialog')).toBeNull()
  for (const [{ respond }, body] of [
    [renewing, { backupCodes: CODES }],
    [ending, {}],
  ] as const) {
    await act(() => respond(200, body))
    await act(() => tab.next.respond(200, ACCOUNT))
  }
  expect(textsOf(element, 'li')).toEqual(CODES)
})

test('a name that changed during a save is not reported as saved', async () => {
  for (const [typed, status] of [
    ['Maya', 'Saved'],
    ['Maya Rai', ''],
  ] as const) {
    const { element } = await mount(<ChangeNameForm name="" />)
    await type(getField(element, '#account-name'), 'Maya')
    await click(button(element, 'Save name'))
    const sent = tab.next
    await type(getField(element, '#account-name'), typed)
    await act(() => sent.respond(200, {}))
    await act(() => tab.next.respond(200, { ...ACCOUNT, name: 'Maya' }))
    expect(element.querySelector('[role=status]')?.textContent).toBe(status)
  }
})

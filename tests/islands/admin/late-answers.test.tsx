import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import { ChangeName } from '#islands/admin/account/ChangeName.tsx'
import { TwoFactor } from '#islands/admin/account/TwoFactor.tsx'
import { PersonDialog } from '#islands/admin/people/PersonDialog.tsx'
import { type Tab, withTab } from '../../stores/admin/desk.ts'
import { person } from '../../support/person-view.ts'
import { mount, press, type } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})
const button = (element: Element, name: string) =>
  [...element.querySelectorAll('button')].findLast(({ textContent }) => textContent === name) ?? null
const field = (element: Element, id: string) => {
  const found = element.querySelector<HTMLInputElement>(`#${id}`)
  if (!found) throw new Error('no field')
  return found
}

test('rights that were saved close the dialog that they were sent from, and no other one', async () => {
  const close = vi.fn()
  const save = async () => {
    const { element, show } = await mount(<PersonDialog person={person()} locations={{}} close={close} />)
    await press(button(element, 'Save'))
    return { show, sent: tab.next }
  }
  const left = await save()
  await left.show(null)
  await act(() => left.sent.answer(200, person({ version: 2 })))
  expect(close).not.toHaveBeenCalled()
  const { sent } = await save()
  await act(() => sent.answer(200, person({ version: 3 })))
  expect(close).toHaveBeenCalledOnce()
})

const ACCOUNT = { twoFactor: { since: '2026-12-01T04:15:00.000Z', backupCodesLeft: 3 } } as AccountView
const CODES = ['aaaa-bbbb', 'cccc-dddd']

test('backup codes, which are shown once, stay where an answer to a dialog that was closed comes after them', async () => {
  const { element } = await mount(<TwoFactor account={ACCOUNT} />)
  await press(button(element, 'Switch off'))
  await type(field(element, 'account-off'), 'a password')
  await press(button(element, 'Switch off'))
  const ending = tab.next
  await press(button(element, 'Keep it on'))
  await press(button(element, 'New backup codes'))
  const renewing = tab.next
  // They would take the place of the dialog.
  expect(button(element, 'Switch off')?.getAttribute('aria-disabled')).toBe('true')
  await press(button(element, 'Switch off'))
  expect(element.querySelector('dialog')).toBeNull()
  for (const [{ answer }, body] of [
    [renewing, { backupCodes: CODES }],
    [ending, {}],
  ] as const) {
    await act(() => answer(200, body))
    await act(() => tab.next.answer(200, ACCOUNT))
  }
  expect([...element.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(CODES)
})

test('a name that was typed on while the one before was saved is not said to be saved', async () => {
  for (const [typed, said] of [
    ['Maya', 'Saved'],
    ['Maya Rai', ''],
  ] as const) {
    const { element } = await mount(<ChangeName name="" />)
    await type(field(element, 'account-name'), 'Maya')
    await press(button(element, 'Save name'))
    const sent = tab.next
    await type(field(element, 'account-name'), typed)
    await act(() => sent.answer(200, {}))
    await act(() => tab.next.answer(200, { ...ACCOUNT, name: 'Maya' }))
    expect(element.querySelector('[role=status]')?.textContent).toBe(said)
  }
})

import { expect, test } from 'vitest'
import SignIn from '#islands/admin/SignIn.tsx'
import { type Tab, withTab } from '../../stores/admin/desk.ts'
import { mount, wake } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('the keyboard begins in the first field of the door', async () => {
  await wake(<SignIn />, () => {})
  expect(document.activeElement?.id).toBe('sign-in-email')
})

test('whoever is typing already is left where they are', async () => {
  await wake(<SignIn />, (element) => element.querySelector<HTMLInputElement>('#sign-in-password')?.focus())
  expect(document.activeElement?.id).toBe('sign-in-password')
})

test.each([
  ['signed_out', true],
  ['disabled', true],
  ['expired', false],
])('whoever was led to the door is told whether what they typed is gone: %s, %s', async (ended, isGone) => {
  tab.url = new URL(`http://localhost:4321/admin/login?ended=${ended}`)
  const { element } = await mount(<SignIn />)
  expect(element.textContent?.includes('not saved is gone')).toBe(isGone)
})

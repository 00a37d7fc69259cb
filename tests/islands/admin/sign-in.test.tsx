import { expect, test } from 'vitest'
import SignIn from '#islands/admin/SignIn.tsx'
import { type Tab, withTab } from '../../stores/admin/desk.ts'
import { mount } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
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

import { expect, test } from 'vitest'
import SignIn from '#islands/admin/SignIn.tsx'
import { withTab } from '../../stores/admin/staff-tab.ts'
import { hydrate, mount } from '../booking/mount.ts'

const tab = withTab()

test('the sign-in page focuses its first field, unless another one has the focus', async () => {
  await hydrate(<SignIn />, () => {})
  expect(document.activeElement?.id).toBe('sign-in-email')
  await hydrate(<SignIn />, (element) => element.querySelector<HTMLInputElement>('#sign-in-password')?.focus())
  expect(document.activeElement?.id).toBe('sign-in-password')
})

test.each([
  ['signed_out', true],
  ['disabled', true],
  ['expired', false],
])('after the end reason %s the sign-in page reports lost input: %s', async (ended, isLost) => {
  tab.open(`/admin/login?ended=${ended}`)
  const { element } = await mount(<SignIn />)
  expect(element.textContent?.includes('will be lost')).toBe(isLost)
})

test('the sign-in page says who can replace a forgotten password', async () => {
  const { element } = await mount(<SignIn />)
  expect(element.textContent).toContain('Forgot your password? Ask an owner for a new one.')
})

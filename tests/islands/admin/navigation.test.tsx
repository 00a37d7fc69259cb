import { expect, test } from 'vitest'
import { Navigation } from '#islands/admin/Navigation.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { staffSession, withTab } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

withTab()

test('small screens have each screen of the sidebar as a tab, or in a group behind More', async () => {
  $session.set({ state: 'open', user: staffSession({ role: 'owner' }) })
  const { element } = await mount(<Navigation path="/admin" brand="Chautari" />)
  const [sidebar, tabs] = [...element.querySelectorAll('nav')].map((nav) =>
    [...nav.querySelectorAll('a')].map((link) => link.getAttribute('href')).toSorted(),
  )
  expect(tabs).toContain('/admin/audit')
  expect(tabs).toEqual(sidebar)
  expect(textsOf(element, '#admin-more div > p')).toEqual(['Front desk', 'Money', 'Set-up'])
})

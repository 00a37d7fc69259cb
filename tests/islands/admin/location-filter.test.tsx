import { act } from 'react'
import { expect, test } from 'vitest'
import { LocationFilter } from '#islands/admin/list/fields.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { staffSession } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

const LOCATIONS = { 'dhobighat-hub': 'Dhobighat Hub', kausimaa: 'Kausimaa', 'jhamsikhel-loft': 'Jhamsikhel Loft' }

async function getOptions(workplaces: string[] | null, value = '') {
  await act(async () => $session.set({ state: 'open', user: staffSession({ role: 'desk', workplaces }) }))
  const { element } = await mount(<LocationFilter id="at" locations={LOCATIONS} value={value} onChange={() => {}} />)
  return textsOf(element, 'option')
}

test('the location filter offers the assigned locations if there are several, and a selected other one', async () => {
  expect(await getOptions(null)).toEqual(['All locations', ...Object.values(LOCATIONS)])
  expect(await getOptions(['kausimaa', 'jhamsikhel-loft'])).toEqual(['All locations', 'Kausimaa', 'Jhamsikhel Loft'])
  expect(await getOptions(['kausimaa'])).toEqual([])
  expect(await getOptions(['kausimaa'], 'kausimaa')).toEqual([])
  // Otherwise it could not be deselected.
  expect(await getOptions(['kausimaa'], 'dhobighat-hub')).toEqual(['All locations', 'Kausimaa', 'Dhobighat Hub'])
})

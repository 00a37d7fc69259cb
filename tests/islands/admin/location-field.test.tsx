import { act } from 'react'
import { expect, test } from 'vitest'
import { LocationField } from '#islands/admin/list/LocationField.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { who } from '../../stores/admin/desk.ts'
import { mount } from '../booking/mount.ts'

const LOCATIONS = { 'dhobighat-hub': 'Dhobighat Hub', kausimaa: 'Kausimaa', 'jhamsikhel-loft': 'Jhamsikhel Loft' }

async function offered(workplaces: string[] | null, value = '') {
  await act(async () => $session.set({ state: 'open', who: who({ role: 'desk', workplaces }) }))
  const { element } = await mount(<LocationField id="at" locations={LOCATIONS} value={value} onChange={() => {}} />)
  return [...element.querySelectorAll('option')].map(({ textContent }) => textContent)
}

test('a list is narrowed to one of the locations that one works for, if there are several', async () => {
  expect(await offered(null)).toEqual(['All locations', ...Object.values(LOCATIONS)])
  expect(await offered(['kausimaa', 'jhamsikhel-loft'])).toEqual(['All locations', 'Kausimaa', 'Jhamsikhel Loft'])
  expect(await offered(['kausimaa'])).toEqual([])
  expect(await offered(['kausimaa'], 'kausimaa')).toEqual([])
})

test('another one that the address names can be taken away', async () => {
  expect(await offered(['kausimaa'], 'dhobighat-hub')).toEqual(['All locations', 'Kausimaa', 'Dhobighat Hub'])
})

import { act } from 'react'
import { expect, test } from 'vitest'
import { Export } from '#islands/admin/list/Export.tsx'
import { $session } from '#stores/admin/session.ts'
import { refusal, type Tab, who, withTab } from '../../stores/admin/desk.ts'
import { mount, press } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

/** What the browser is left to fetch. */
async function pressed(status: number, body: object) {
  $session.set({ state: 'open', who: who() })
  const { element } = await mount(<Export className="link" href="/api/admin/export/bookings.csv" />)
  const fetched: string[] = []
  element.addEventListener('click', (event) => {
    if (!event.defaultPrevented) fetched.push(String((event.target as Element).getAttribute('href')))
    event.preventDefault()
  })
  await press(element.querySelector('a'))
  expect(fetched).toEqual([])
  expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/session' }])
  await act(() => tab.next.answer(status, body))
  return { fetched, said: element.querySelector('[role=alert]')?.textContent }
}

test('a table is fetched once it is known that the session lives', async () => {
  expect(await pressed(200, who())).toEqual({ fetched: ['/api/admin/export/bookings.csv'], said: undefined })
})

test('a session that is over leads to the door', async () => {
  expect((await pressed(401, refusal('unauthorized', { ended: 'expired' }))).fetched).toEqual([])
  expect(tab.left).toEqual([expect.stringContaining('ended=expired')])
})

test('a server that does not answer is told', async () => {
  expect(await pressed(503, refusal('not_ready'))).toEqual({ fetched: [], said: 'said: not_ready' })
})

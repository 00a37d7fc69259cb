import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { ExportLink } from '#islands/admin/list/ExportLink.tsx'
import { $passwordPrompt, cancelPasswordPrompt, confirmPassword } from '#stores/admin/session/password-confirmation.ts'
import { $session } from '#stores/admin/session/session.ts'
import { refusal, settle, type Tab, who, withTab } from '../../stores/admin/desk.ts'
import { mount, press } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

/** What the browser is left to fetch. */
async function pressed(status: number, body: object) {
  $session.set({ state: 'open', who: who() })
  const { element } = await mount(<ExportLink className="link" href="/api/admin/export/bookings.csv" />)
  const fetched: string[] = []
  element.addEventListener('click', (event) => {
    if (!event.defaultPrevented) fetched.push(String((event.target as Element).getAttribute('href')))
    event.preventDefault()
  })
  await press(element.querySelector('a'))
  expect(fetched).toEqual([])
  expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/session/proof' }])
  await act(() => tab.next.answer(status, body))
  return { fetched, said: element.querySelector('[role=alert]')?.textContent }
}

test('downloads a table once the session and the password are checked', async () => {
  expect(await pressed(200, {})).toEqual({ fetched: ['/api/admin/export/bookings.csv'], said: undefined })
})

test('a session that is over leads to the door', async () => {
  expect((await pressed(401, refusal('unauthorized', { ended: 'expired' }))).fetched).toEqual([])
  expect(tab.left).toEqual([expect.stringContaining('ended=expired')])
})

test('a server that does not answer is told', async () => {
  expect(await pressed(503, refusal('not_ready'))).toEqual({ fetched: [], said: 'said: not_ready' })
})

describe('an export after 15 minutes without the password', () => {
  test('downloads the table once the password is confirmed', async () => {
    const { fetched } = await pressed(403, refusal('password_again'))
    expect($passwordPrompt.get()).toEqual({ busy: false })
    expect(fetched).toEqual([])
    await act(async () => {
      void confirmPassword('my password')
      await tab.next.answer(200, {})
      await settle()
    })
    await act(() => tab.next.answer(200, {}))
    expect(fetched).toEqual(['/api/admin/export/bookings.csv'])
  })

  test('downloads nothing when the dialog is cancelled', async () => {
    const { fetched } = await pressed(403, refusal('password_again'))
    await act(async () => {
      cancelPasswordPrompt()
      await settle()
    })
    expect(fetched).toEqual([])
  })
})

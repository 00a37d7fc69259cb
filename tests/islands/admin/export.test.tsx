import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { ExportLink } from '#islands/admin/list/ExportLink.tsx'
import { $passwordPrompt, cancelPasswordPrompt, confirmPassword } from '#stores/admin/session/password-confirmation.ts'
import { $session } from '#stores/admin/session/session.ts'
import { errorBody, settle, staffSession, withTab } from '../../stores/admin/staff-tab.ts'
import { click, mount } from '../booking/mount.ts'

const tab = withTab()

/** Clicks the link, responds to its check and returns what the browser downloads. */
async function clickExport(status: number, body: object) {
  $session.set({ state: 'open', user: staffSession() })
  const { element } = await mount(<ExportLink className="link" href="/api/admin/export/bookings.csv" />)
  const downloaded: string[] = []
  element.addEventListener('click', (event) => {
    if (!event.defaultPrevented) downloaded.push(String((event.target as Element).getAttribute('href')))
    event.preventDefault()
  })
  await click(element.querySelector('a'))
  expect(downloaded).toEqual([])
  expect(tab.requests).toMatchObject([{ method: 'GET', path: '/api/admin/session/proof' }])
  await act(() => tab.next.respond(status, body))
  return { downloaded, problem: element.querySelector('[role=alert]')?.textContent }
}

describe('the export', () => {
  test('downloads the file once the session and the password are checked', async () => {
    expect(await clickExport(200, {})).toEqual({ downloaded: ['/api/admin/export/bookings.csv'], problem: undefined })
  })

  test('redirects to the sign-in page when the session has ended', async () => {
    expect((await clickExport(401, errorBody('unauthorized', { ended: 'expired' }))).downloaded).toEqual([])
    expect(tab.redirects).toEqual([expect.stringContaining('ended=expired')])
  })

  test('shows the failure when the server does not respond', async () => {
    expect(await clickExport(503, errorBody('not_ready'))).toEqual({ downloaded: [], problem: 'message: not_ready' })
  })

  describe('after 15 minutes without the password', () => {
    test('downloads the table once the password is confirmed', async () => {
      const { downloaded } = await clickExport(403, errorBody('password_again'))
      expect($passwordPrompt.get()).toEqual({ busy: false })
      expect(downloaded).toEqual([])
      await act(async () => {
        await tab.respondTo(confirmPassword('my password'), 200, {})
        await settle()
      })
      await act(() => tab.next.respond(200, {}))
      expect(downloaded).toEqual(['/api/admin/export/bookings.csv'])
    })

    test('downloads nothing when the dialog is cancelled', async () => {
      const { downloaded } = await clickExport(403, errorBody('password_again'))
      await act(async () => {
        cancelPasswordPrompt()
        await settle()
      })
      expect(downloaded).toEqual([])
    })
  })
})

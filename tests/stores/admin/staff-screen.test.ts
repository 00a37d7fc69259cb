import { afterEach, describe, expect, test, vi } from 'vitest'
import { $endsSoon, $session, openSession } from '#stores/admin/session/session.ts'
import { openStaffScreen, signOutAllTabs, staySignedIn } from '#stores/admin/staff-screen.ts'
import { $toasts, $unseenCount } from '#stores/admin/toasts.ts'
import { environment } from '#stores/environment.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { Browser, errorBody, FakeSource, row, staffSession, withTab } from './staff-tab.ts'

const tab = withTab(() => {
  FakeSource.opened.length = 0
  $toasts.set([])
  $unseenCount.set(0)
})

describe('a staff screen', () => {
  /** Closes the screen, because its listeners would stay on the window that the next test file shares. */
  let close = () => {}
  afterEach(() => close())

  const buildScreen = () => ({ read: vi.fn(async () => {}), receiveBooking: vi.fn() })
  async function open(isVisible = true) {
    replaceEnvironment(new Browser().environment())
    const screen = buildScreen()
    close = await tab.resultOf(
      openStaffScreen(screen, () => isVisible),
      [200, staffSession()],
    )
    return { screen, source: FakeSource.opened.at(-1) as FakeSource }
  }
  const event = (kind: 'booking_new' | 'booking_update', number: number) => ({ kind, booking: row(number) })

  test('loads the session before its data', async () => {
    const screen = buildScreen()
    const opening = openStaffScreen(screen, () => true)
    expect(tab.requests).toHaveLength(1)
    close = await tab.resultOf(opening, [401, errorBody('unauthorized')])
    expect(screen.read).not.toHaveBeenCalled()
  })

  test('requests its data before React renders the session', async () => {
    replaceEnvironment(new Browser().environment())
    const order: string[] = []
    const stop = $session.listen(() => queueMicrotask(() => order.push('render')))
    const opening = openStaffScreen({ read: async () => void order.push('read') }, () => true)
    close = await tab.resultOf(opening, [200, staffSession()])
    stop()
    expect(order).toEqual(['read', 'render'])
  })

  test('passes events on, shows a toast for a booking placed since it was opened only, and reloads on demand', async () => {
    const { screen, source } = await open()
    expect(screen.read).toHaveBeenCalledTimes(1)
    expect(source.after).toBe('100')
    source.send('099', event('booking_new', 1))
    expect(screen.receiveBooking).toHaveBeenCalledTimes(1)
    expect($toasts.get()).toEqual([])
    source.send('101', event('booking_new', 1))
    source.send('102', event('booking_update', 1))
    expect(screen.receiveBooking.mock.calls).toEqual([[row(1)], [row(1)], [row(1)]])
    expect($toasts.get()).toMatchObject([{ id: '101' }])
    source.reload('900')
    expect(screen.read).toHaveBeenCalledTimes(2)
  })

  test('counts events while it is hidden', async () => {
    const { source } = await open(false)
    source.send('101', event('booking_new', 1))
    expect($unseenCount.get()).toBe(1)
  })

  test('checks the session when the stream is rejected', async () => {
    const { source } = await open()
    source.reject()
    expect(tab.requests).toMatchObject([{ method: 'GET', path: '/api/admin/session' }])
    await tab.next.respond(401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })

  test('stays signed in when the sign-out fails, and opens the home page once it succeeds on the server', async () => {
    await open()
    expect(await tab.resultOf(signOutAllTabs(), [500, errorBody('internal')])).toBe(false)
    expect(tab.redirects).toEqual([])
    const leaving = signOutAllTabs()
    expect(tab.redirects).toEqual([])
    expect(tab.requests).toMatchObject([{ method: 'DELETE', path: '/api/admin/session' }])
    expect(await tab.resultOf(leaving, [200, {}])).toBe(true)
    expect(tab.redirects).toEqual(['/'])
  })

  test('opens the home page after a sign-out in another tab', async () => {
    await open()
    const others = environment().channel('chautari-staff')
    others.postMessage({ kind: 'signed_out' })
    expect(tab.redirects).toEqual(['/'])
    expect(FakeSource.live).toEqual([])
    await tab.respondTo(openSession(), 401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/'])
  })

  test('reloads when another account signs in in another tab, but not for the same one', async () => {
    tab.open('/admin/bookings?open=BK-1#main')
    await open()
    const signInElsewhere = (marker: string) => {
      localStorage.setItem('chautari-staff-signed-in', marker)
      window.dispatchEvent(new Event('storage'))
    }
    await tab.respondTo(signInElsewhere('the same account'), 200, staffSession())
    expect(tab.redirects).toEqual([])
    await tab.respondTo(signInElsewhere('another account'), 200, staffSession({ email: 'other@chautari.example' }))
    expect(tab.redirects).toEqual(['/admin/bookings?open=BK-1'])
    await tab.respondTo(openSession(), 200, staffSession({ email: 'other@chautari.example' }))
    expect($session.get()).toEqual({ state: 'closed' })
  })

  test('clears the warning and notifies other tabs only when the session is extended', async () => {
    await open()
    const received: unknown[] = []
    environment()
      .channel('chautari-staff')
      .addEventListener('message', ({ data }: MessageEvent) => received.push(data))
    $endsSoon.set(true)
    const lost = await tab.resultOf(staySignedIn(), [500, errorBody('internal')])
    expect(lost).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(received).toEqual([])
    const staying = staySignedIn()
    expect(tab.requests).toMatchObject([{ method: 'PATCH', path: '/api/admin/session' }])
    expect(await tab.resultOf(staying, [200, staffSession()])).toMatchObject({ ok: true })
    expect(received).toEqual([{ kind: 'session_extended' }])
    expect($endsSoon.get()).toBe(false)
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { openStaffScreen, signOutAllTabs, staySignedIn } from '#stores/admin/screen.ts'
import { $endsSoon, $session, openSession } from '#stores/admin/session/session.ts'
import { $toasts, $unseenCount } from '#stores/admin/toasts.ts'
import { environment, replaceEnvironment } from '#stores/environment.ts'
import { Browser, FakeSource, refusal, row, settle, type Tab, who, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  FakeSource.opened.length = 0
  $toasts.set([])
  $unseenCount.set(0)
})

describe('the desk', () => {
  /** A desk that is left open hears the window on, which the next file shares. */
  let close = () => {}
  afterEach(() => close())

  const screen = () => ({ read: vi.fn(async () => {}), receiveBooking: vi.fn() })
  async function opened(looking = true) {
    replaceEnvironment(new Browser().environment())
    const shown = screen()
    const opening = openStaffScreen(shown, () => looking)
    await tab.next.answer(200, who())
    close = await opening
    return { shown, source: FakeSource.opened.at(-1) as FakeSource }
  }
  const event = (kind: 'booking_new' | 'booking_update', number: number) => ({ kind, booking: row(number) })

  test('asks who we are before it asks for anything', async () => {
    const shown = screen()
    const opening = openStaffScreen(shown, () => true)
    expect(tab.asked).toHaveLength(1)
    await tab.next.answer(401, refusal('unauthorized'))
    close = await opening
    expect(shown.read).not.toHaveBeenCalled()
  })

  test('reads, then listens; a new booking is said and shown, a changed one is shown', async () => {
    const { shown, source } = await opened()
    expect(shown.read).toHaveBeenCalledTimes(1)
    expect(source.after).toBe('100')
    source.say('101', event('booking_new', 1))
    source.say('102', event('booking_update', 1))
    expect(shown.receiveBooking.mock.calls).toEqual([[row(1)], [row(1)]])
    expect($toasts.get()).toMatchObject([{ id: '101' }])
  })

  test('does not say again what was there when it was opened', async () => {
    const { shown, source } = await opened()
    source.say('099', event('booking_new', 1))
    expect(shown.receiveBooking).toHaveBeenCalledTimes(1)
    expect($toasts.get()).toEqual([])
  })

  test('counts what comes while nobody looks', async () => {
    const { source } = await opened(false)
    source.say('101', event('booking_new', 1))
    expect($unseenCount.get()).toBe(1)
  })

  test('reads anew when too much happened', async () => {
    const { shown, source } = await opened()
    source.reload('900')
    expect(shown.read).toHaveBeenCalledTimes(2)
  })

  test('looks whether the session has ended when the stream is refused', async () => {
    const { source } = await opened()
    source.refuse()
    expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/session' }])
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })

  test('Logout ends the session on the server, then goes home', async () => {
    await opened()
    const leaving = signOutAllTabs()
    expect(tab.left).toEqual([])
    expect(tab.asked).toMatchObject([{ method: 'DELETE', path: '/api/admin/session' }])
    await tab.next.answer(200, {})
    expect(await leaving).toBe(true)
    expect(tab.left).toEqual(['/'])
  })

  test('Logout in another tab leads home too, not to the door', async () => {
    await opened()
    const others = environment().channel('chautari-staff')
    others.postMessage({ kind: 'signed_out' })
    expect(tab.left).toEqual(['/'])
    expect(FakeSource.live).toEqual([])
    void openSession()
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/'])
  })

  test('loads anew for somebody else who signs in in another tab, and goes on for the same person', async () => {
    tab.url = new URL('http://localhost:4321/admin/bookings?open=BK-1#main')
    await opened()
    const cameIn = (mark: string) => {
      localStorage.setItem('chautari-staff-came', mark)
      window.dispatchEvent(new Event('storage'))
    }
    cameIn('the same person')
    await tab.next.answer(200, who())
    expect(tab.left).toEqual([])
    cameIn('somebody else')
    await tab.next.answer(200, who({ email: 'other@chautari.example' }))
    expect(tab.left).toEqual(['/admin/bookings?open=BK-1'])
    void openSession()
    await tab.next.answer(200, who({ email: 'other@chautari.example' }))
    expect($session.get()).toEqual({ state: 'left' })
  })

  test('Logout that the server did not hear is no logout', async () => {
    await opened()
    const leaving = signOutAllTabs()
    await tab.next.answer(500, refusal('internal'))
    expect(await leaving).toBe(false)
    expect(tab.left).toEqual([])
  })

  test('Stay signed in takes the warning away', async () => {
    await opened()
    $endsSoon.set(true)
    void staySignedIn()
    expect(tab.asked).toMatchObject([{ method: 'PATCH', path: '/api/admin/session' }])
    await tab.next.answer(200, who())
    await settle()
    expect($endsSoon.get()).toBe(false)
  })

  test('Stay signed in is told to the other tabs once the server has agreed', async () => {
    await opened()
    const heard: unknown[] = []
    environment()
      .channel('chautari-staff')
      .addEventListener('message', ({ data }: MessageEvent) => heard.push(data))
    const lost = staySignedIn()
    await tab.next.answer(500, refusal('internal'))
    expect(await lost).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(heard).toEqual([])
    const staying = staySignedIn()
    await tab.next.answer(200, who())
    expect(await staying).toMatchObject({ ok: true })
    expect(heard).toEqual([{ kind: 'stayed' }])
  })
})

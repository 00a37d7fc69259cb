import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logOut, openDesk, staySignedIn } from '#stores/admin/desk.ts'
import { destination, endSaid, goToLogin } from '#stores/admin/door.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { $notices, $unseen } from '#stores/admin/notices.ts'
import { $endsSoon, $session, admitted, enter } from '#stores/admin/session.ts'
import { $signIn, letIn, signIn, startOver } from '#stores/admin/sign-in.ts'
import { environment, replaceEnvironment } from '#stores/environment.ts'
import { Browser, FakeSource, row, settle, type Tab, who, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  $session.set({ state: 'asking' })
  $signIn.set({ phase: 'idle', asksCode: false, fields: {}, waitSeconds: 0 })
  FakeSource.opened.length = 0
})

const refusal = (code: string, over: object = {}) => ({ error: { code, message: `said: ${code}`, ...over } })

describe('where the door leads', () => {
  test.each([
    ['', '/admin'],
    ['?next=/admin', '/admin'],
    ['?next=/admin/bookings', '/admin/bookings'],
    ['?next=%2Fadmin%2Fbookings%3Fq%3Dnis%26state%3Dheld', '/admin/bookings?q=nis&state=held'],
    ['?next=bookings', '/admin'],
    ['?next=/', '/admin'],
    ['?next=/booking', '/admin'],
    ['?next=/administrator', '/admin'],
    ['?next=/admin/login', '/admin'],
    ['?next=/admin/../booking', '/admin'],
    ['?next=/admin/%2e%2e/booking', '/admin'],
    ['?next=//evil.example/admin', '/admin'],
    ['?next=\\\\evil.example/admin', '/admin'],
    ['?next=/\\evil.example/admin', '/admin'],
    ['?next=https:evil.example/admin', '/admin'],
    ['?next=https://evil.example/admin', '/admin'],
    ['?next=https://localhost:4321@evil.example/admin', '/admin'],
    ['?next=http://localhost:4322/admin', '/admin'],
    ['?next=javascript:alert(1)//admin', '/admin'],
    ['?next=data:text/html,/admin', '/admin'],
    ['?next=http://', '/admin'],
    ['?next=%09//evil.example/admin', '/admin'],
  ])('%s → %s', (query, to) => {
    expect(destination(new URL(`http://localhost:4321/admin/login${query}`))).toBe(to)
  })

  test('and back to it, remembering where one was going', () => {
    for (const path of ['/admin', '/admin?span=12m', '/admin/bookings', '/admin/bookings?q=a%26b']) {
      tab.url = new URL(path, tab.url)
      goToLogin()
    }
    expect(tab.left).toEqual([
      '/admin/login',
      '/admin/login?next=%2Fadmin%3Fspan%3D12m',
      '/admin/login?next=%2Fadmin%2Fbookings',
      '/admin/login?next=%2Fadmin%2Fbookings%3Fq%3Da%2526b',
    ])
  })

  test.each([
    [{ ended: 'disabled' }, '/admin/login?next=%2Fadmin%2Fbookings&ended=disabled'],
    [{}, '/admin/login?next=%2Fadmin%2Fbookings&ended=expired'],
  ])('says why a session that was open is over: %o', async (over, to) => {
    void enter()
    await tab.next.answer(200, who())
    void admitted(staffLedger.today({}))
    await tab.next.answer(401, refusal('unauthorized', over))
    expect(tab.left).toEqual([to])
    expect(endSaid(new URL(to, tab.url))).toBe(new URL(to, tab.url).searchParams.get('ended'))
    expect(endSaid(new URL('/admin/login?ended=<b>', tab.url))).toBeUndefined()
  })
})

describe('signing in', () => {
  test.each([
    ['', '', ['email', 'password']],
    ['   ', 'secret', ['email']],
    ['a@b.example', '', ['password']],
  ])('asks nobody while something is missing: "%s" "%s"', async (email, password, fields) => {
    await signIn(email, password)
    expect(Object.keys($signIn.get().fields)).toEqual(fields)
    expect(tab.asked).toEqual([])
  })

  test('sends the address trimmed and the password as it is, once, and goes where one was going', async () => {
    tab.url = new URL('http://localhost:4321/admin/login?next=/admin/bookings')
    void signIn('  a@b.example ', ' secret ')
    void signIn('  a@b.example ', ' secret ')
    expect(tab.asked).toHaveLength(1)
    expect(tab.asked[0]).toMatchObject({
      method: 'POST',
      path: '/api/admin/session',
      body: { email: 'a@b.example', password: ' secret ' },
    })
    expect($signIn.get().phase).toBe('asking')
    await tab.next.answer(200, who())
    expect(tab.left).toEqual(['/admin/bookings'])
    expect($signIn.get().phase).toBe('entering')
  })

  test('says Invalid credentials, and lets one try again', async () => {
    void signIn('a@b.example', 'x')
    await tab.next.answer(401, refusal('invalid_credentials', { message: 'Invalid credentials' }))
    expect($signIn.get()).toMatchObject({ phase: 'idle', problem: { title: 'Invalid credentials' } })
    void signIn('a@b.example', 'y')
    expect(tab.asked).toHaveLength(1)
  })

  test('asks for the code once the password was right, and sends all three again', async () => {
    void signIn('a@b.example', 'secret')
    await tab.next.answer(401, refusal('code_needed'))
    expect($signIn.get()).toMatchObject({ phase: 'idle', asksCode: true, fields: {} })
    await signIn('a@b.example', 'secret', ' ')
    expect($signIn.get().fields).toEqual({ code: 'Enter the code' })
    expect(tab.asked).toEqual([])
    void signIn('a@b.example', 'secret', '000 000')
    const wrong = tab.next
    expect(wrong.body).toEqual({ email: 'a@b.example', password: 'secret', code: '000 000' })
    await wrong.answer(401, refusal('wrong_code'))
    expect($signIn.get()).toMatchObject({ asksCode: true, fields: { code: 'said: wrong_code' } })
    void signIn('a@b.example', 'secret', '123456')
    await tab.next.answer(200, who())
    expect(tab.left).toEqual(['/admin'])
  })

  test('a password that is no longer right leads back to both fields', async () => {
    void signIn('a@b.example', 'secret')
    await tab.next.answer(401, refusal('code_needed'))
    void signIn('a@b.example', 'secret', '123456')
    await tab.next.answer(401, refusal('invalid_credentials', { message: 'Invalid credentials' }))
    expect($signIn.get()).toMatchObject({ asksCode: false, problem: { title: 'Invalid credentials' } })
    startOver()
    expect($signIn.get()).toEqual({ phase: 'idle', asksCode: false, fields: {}, waitSeconds: 0 })
  })

  test('counts down after too many tries, and asks nobody meanwhile', async () => {
    void signIn('a@b.example', 'x')
    await tab.next.answer(429, refusal('too_many', { retryAfter: 3 }))
    expect($signIn.get()).toMatchObject({ waitSeconds: 3, problem: { title: 'Too many tries' } })
    await vi.advanceTimersByTimeAsync(2_000)
    expect($signIn.get().waitSeconds).toBe(1)
    void signIn('a@b.example', 'x')
    expect(tab.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    void signIn('a@b.example', 'x')
    expect(tab.asked).toHaveLength(1)
  })

  test('says what else went wrong', async () => {
    void signIn('a@b.example', 'x')
    await tab.next.answer(500, refusal('internal'))
    expect($signIn.get()).toMatchObject({ phase: 'idle', problem: { hint: 'said: internal' } })
  })
})

describe('whoever is in already', () => {
  const answers = (open: boolean) => tab.next.answer(200, { open })
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
  let leave = () => {}
  beforeEach(() => {
    localStorage.clear()
    tab.url = new URL('http://localhost:4321/admin/login?next=/admin/bookings&ended=signed_out')
    leave = letIn()
  })
  afterEach(() => leave())

  test('goes on when the door opens, once', async () => {
    expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/door' }])
    comeBack()
    expect(tab.asked).toHaveLength(1)
    await answers(true)
    expect(tab.left).toEqual(['/admin/bookings'])
    expect($signIn.get().phase).toBe('entering')
  })

  test('or when the tab is looked at again; others stay and see the form', async () => {
    await answers(false)
    comeBack()
    await tab.next.answer(503, refusal('not_ready'))
    expect([tab.left, tab.asked, $signIn.get().phase]).toEqual([[], [], 'idle'])
    comeBack()
    await answers(true)
    expect(tab.left).toEqual(['/admin/bookings'])
  })

  test('or when somebody signs in in another tab', async () => {
    await answers(false)
    window.dispatchEvent(new Event('storage'))
    expect(tab.asked).toEqual([])
    localStorage.setItem('chautari-staff-came', 'another')
    window.dispatchEvent(new Event('storage'))
    await answers(true)
    expect(tab.left).toEqual(['/admin/bookings'])
  })

  test('is not sent on while they sign in here, which tells the other tabs', async () => {
    const door = tab.next
    void signIn('a@b.example', 'secret')
    await door.answer(200, { open: true })
    expect(tab.left).toEqual([])
    await tab.next.answer(200, who())
    expect(tab.left).toEqual(['/admin/bookings'])
    expect(localStorage.getItem('chautari-staff-came')).toBeTruthy()
  })

  test('is not asked for once the door is left', async () => {
    await answers(false)
    leave()
    comeBack()
    expect(tab.asked).toEqual([])
  })
})

describe('the session', () => {
  test('leads to the door where there is none', async () => {
    void enter()
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings'])
    expect($session.get()).toEqual({ state: 'asking' })
  })

  test('is not taken for ended when nobody answers', async () => {
    void enter()
    await tab.next.answer(503, refusal('not_ready'))
    expect(tab.left).toEqual([])
    expect($session.get()).toMatchObject({ state: 'unanswered', failure: { code: 'not_ready' } })
  })

  test('warns two minutes before it ends, unless it was used elsewhere meanwhile', async () => {
    void enter()
    await tab.next.answer(200, who())
    await vi.advanceTimersByTimeAsync(7_079_999)
    expect(tab.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await tab.next.answer(200, who({ endsInSeconds: 5_000 }))
    expect($endsSoon.get()).toBe(false)
    await vi.advanceTimersByTimeAsync(4_880_000)
    await tab.next.answer(200, who({ endsInSeconds: 120 }))
    expect($endsSoon.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(121_000)
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })
})

describe('the desk', () => {
  const screen = () => ({ read: vi.fn(async () => {}), hear: vi.fn() })
  async function opened(looking = true) {
    replaceEnvironment(new Browser().environment())
    const shown = screen()
    const opening = openDesk(shown, () => looking)
    await tab.next.answer(200, who())
    const close = await opening
    return { shown, close, source: FakeSource.opened.at(-1) as FakeSource }
  }
  const event = (kind: 'booking_new' | 'booking_update', number: number) => ({ kind, booking: row(number) })

  test('asks who we are before it asks for anything', async () => {
    const shown = screen()
    const opening = openDesk(shown, () => true)
    expect(tab.asked).toHaveLength(1)
    await tab.next.answer(401, refusal('unauthorized'))
    await opening
    expect(shown.read).not.toHaveBeenCalled()
  })

  test('reads, then listens; a new booking is said and shown, a changed one is shown', async () => {
    const { shown, source, close } = await opened()
    expect(shown.read).toHaveBeenCalledTimes(1)
    expect(source.after).toBe('100')
    source.say('101', event('booking_new', 1))
    source.say('102', event('booking_update', 1))
    expect(shown.hear.mock.calls).toEqual([[row(1)], [row(1)]])
    expect($notices.get()).toMatchObject([{ id: '101' }])
    close()
    await vi.advanceTimersByTimeAsync(6_000)
  })

  test('does not say again what was there when it was opened', async () => {
    const { shown, source, close } = await opened()
    source.say('099', event('booking_new', 1))
    expect(shown.hear).toHaveBeenCalledTimes(1)
    expect($notices.get()).toEqual([])
    close()
  })

  test('counts what comes while nobody looks', async () => {
    $unseen.set(0)
    const { source, close } = await opened(false)
    source.say('101', event('booking_new', 1))
    expect($unseen.get()).toBe(1)
    close()
    await vi.advanceTimersByTimeAsync(6_000)
  })

  test('reads anew when too much happened', async () => {
    const { shown, source, close } = await opened()
    source.reload('900')
    expect(shown.read).toHaveBeenCalledTimes(2)
    close()
  })

  test('looks whether the session has ended when the stream is refused', async () => {
    const { source, close } = await opened()
    source.refuse()
    expect(tab.asked).toMatchObject([{ method: 'GET', path: '/api/admin/session' }])
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
    close()
  })

  test('Logout ends the session on the server, then goes home', async () => {
    const { close } = await opened()
    const leaving = logOut()
    expect(tab.left).toEqual([])
    expect(tab.asked).toMatchObject([{ method: 'DELETE', path: '/api/admin/session' }])
    await tab.next.answer(200, {})
    expect(await leaving).toBe(true)
    expect(tab.left).toEqual(['/'])
    close()
  })

  test('Logout in another tab leads home too, not to the door', async () => {
    const { close } = await opened()
    const others = environment().channel('chautari-staff')
    others.postMessage({ kind: 'signed_out' })
    expect(tab.left).toEqual(['/'])
    expect(FakeSource.live).toEqual([])
    void enter()
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/'])
    close()
  })

  test('loads anew for somebody else who signs in in another tab, and goes on for the same person', async () => {
    tab.url = new URL('http://localhost:4321/admin/bookings?open=BK-1#main')
    const { close } = await opened()
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
    void enter()
    await tab.next.answer(200, who({ email: 'other@chautari.example' }))
    expect($session.get()).toEqual({ state: 'left' })
    close()
  })

  test('Logout that the server did not hear is no logout', async () => {
    const { close } = await opened()
    const leaving = logOut()
    await tab.next.answer(500, refusal('internal'))
    expect(await leaving).toBe(false)
    expect(tab.left).toEqual([])
    close()
  })

  test('Stay signed in takes the warning away', async () => {
    const { close } = await opened()
    $endsSoon.set(true)
    void staySignedIn()
    expect(tab.asked).toMatchObject([{ method: 'PATCH', path: '/api/admin/session' }])
    await tab.next.answer(200, who())
    await settle()
    expect($endsSoon.get()).toBe(false)
    close()
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { staffLedger } from '#stores/admin/ledger.ts'
import { openSession, requireSession } from '#stores/admin/session/session.ts'
import { $signIn, redirectWhenSignedIn, resetSignIn, signIn } from '#stores/admin/session/sign-in.ts'
import { getDestination, readSessionEnd, redirectToSignIn } from '#stores/admin/session/sign-in-redirect.ts'
import { refusal, type Tab, who, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  $signIn.set({ phase: 'idle', needsCode: false, fields: {}, waitSeconds: 0 })
})

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
    expect(getDestination(new URL(`http://localhost:4321/admin/login${query}`))).toBe(to)
  })

  test('and back to it, remembering where one was going', () => {
    for (const path of ['/admin', '/admin?span=12m', '/admin/bookings', '/admin/bookings?q=a%26b']) {
      tab.url = new URL(path, tab.url)
      redirectToSignIn()
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
    void openSession()
    await tab.next.answer(200, who())
    void requireSession(staffLedger.today({}))
    await tab.next.answer(401, refusal('unauthorized', over))
    expect(tab.left).toEqual([to])
    expect(readSessionEnd(new URL(to, tab.url))).toBe(new URL(to, tab.url).searchParams.get('ended'))
    expect(readSessionEnd(new URL('/admin/login?ended=<b>', tab.url))).toBeUndefined()
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
    expect($signIn.get()).toMatchObject({ phase: 'idle', needsCode: true, fields: {} })
    await signIn('a@b.example', 'secret', ' ')
    expect($signIn.get().fields).toEqual({ code: 'Enter the code' })
    expect(tab.asked).toEqual([])
    void signIn('a@b.example', 'secret', '000 000')
    const wrong = tab.next
    expect(wrong.body).toEqual({ email: 'a@b.example', password: 'secret', code: '000 000' })
    await wrong.answer(401, refusal('wrong_code'))
    expect($signIn.get()).toMatchObject({ needsCode: true, fields: { code: 'said: wrong_code' } })
    void signIn('a@b.example', 'secret', 'abcd-efgh-jkmn')
    await tab.next.answer(401, refusal('wrong_code'))
    expect($signIn.get().fields.code).toBe('said: wrong_code Each backup code counts once: try another.')
    void signIn('a@b.example', 'secret', '123456')
    await tab.next.answer(200, who())
    expect(tab.left).toEqual(['/admin'])
  })

  test('a password that is no longer right leads back to both fields', async () => {
    void signIn('a@b.example', 'secret')
    await tab.next.answer(401, refusal('code_needed'))
    void signIn('a@b.example', 'secret', '123456')
    await tab.next.answer(401, refusal('invalid_credentials', { message: 'Invalid credentials' }))
    expect($signIn.get()).toMatchObject({ needsCode: false, problem: { title: 'Invalid credentials' } })
    resetSignIn()
    expect($signIn.get()).toEqual({ phase: 'idle', needsCode: false, fields: {}, waitSeconds: 0 })
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
    leave = redirectWhenSignedIn()
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

  test('also when that happens while the door is being asked', async () => {
    localStorage.setItem('chautari-staff-came', 'another')
    window.dispatchEvent(new Event('storage'))
    expect(tab.asked).toHaveLength(1)
    await answers(false)
    await answers(true)
    expect([tab.left, tab.asked]).toEqual([['/admin/bookings'], []])
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

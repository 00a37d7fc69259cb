import { beforeEach, describe, expect, test, vi } from 'vitest'
import { staffLedger } from '#stores/admin/ledger.ts'
import { openSession, requireSession } from '#stores/admin/session/session.ts'
import { $signIn, redirectWhenSignedIn, resetSignIn, signIn } from '#stores/admin/session/sign-in.ts'
import { getDestination, redirectToSignIn, watchSignInContext } from '#stores/admin/session/sign-in-redirect.ts'
import { errorBody, staffSession, withTab } from './staff-tab.ts'

const tab = withTab(() => {
  $signIn.set({ phase: 'idle', needsCode: false, fields: {}, waitSeconds: 0 })
})

describe('the return path of sign-in', () => {
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
  ])('leads from the query "%s" to %s', (query, destination) => {
    expect(getDestination(new URL(`http://localhost:4321/admin/login${query}`))).toBe(destination)
  })

  test('is stored in the redirect to sign-in', () => {
    for (const path of ['/admin', '/admin?span=12m', '/admin/bookings', '/admin/bookings?q=a%26b']) {
      tab.open(path)
      redirectToSignIn()
    }
    expect(tab.redirects).toEqual([
      '/admin/login',
      '/admin/login?next=%2Fadmin%3Fspan%3D12m',
      '/admin/login?next=%2Fadmin%2Fbookings',
      '/admin/login?next=%2Fadmin%2Fbookings%3Fq%3Da%2526b',
    ])
  })

  test.each([
    [{ ended: 'disabled' }, '/admin/login?next=%2Fadmin%2Fbookings&ended=disabled'],
    [{}, '/admin/login?next=%2Fadmin%2Fbookings&ended=expired'],
  ])('is accompanied by the reason that the session ended: %o', async (over, destination) => {
    await tab.respondTo(openSession(), 200, staffSession())
    await tab.respondTo(requireSession(staffLedger.today({})), 401, errorBody('unauthorized', over))
    expect(tab.redirects).toEqual([destination])
    for (const [address, sessionEnd] of [
      [destination, new URL(destination, tab.url).searchParams.get('ended')],
      ['/admin/login?ended=<b>', undefined],
    ] as const) {
      tab.open(address)
      watchSignInContext((context) => expect(context).toEqual({ sessionEnd, hasDrafts: false }))()
    }
  })
})

describe('signing in', () => {
  const invalid = errorBody('invalid_credentials', { message: 'Invalid credentials' })
  test.each([
    ['', '', ['email', 'password']],
    ['   ', 'secret', ['email']],
    ['a@b.example', '', ['password']],
  ])('sends nothing while a field is missing: "%s" "%s"', async (email, password, fields) => {
    await signIn(email, password)
    expect(Object.keys($signIn.get().fields)).toEqual(fields)
    expect(tab.requests).toEqual([])
  })

  test('sends the email trimmed and the password unchanged, once, and opens the return path', async () => {
    tab.open('/admin/login?next=/admin/bookings')
    void signIn('  a@b.example ', ' secret ')
    void signIn('  a@b.example ', ' secret ')
    const body = { email: 'a@b.example', password: ' secret ' }
    expect(tab.requests).toMatchObject([{ method: 'POST', path: '/api/admin/session', body }])
    expect($signIn.get().phase).toBe('sending')
    await tab.next.respond(200, staffSession())
    expect(tab.redirects).toEqual(['/admin/bookings'])
    expect($signIn.get().phase).toBe('redirecting')
  })

  test.each([
    ['Invalid credentials', 401, invalid, { title: 'Invalid credentials' }],
    ['other failures', 500, errorBody('internal'), { hint: 'message: internal' }],
  ])('shows %s, and allows another attempt', async (_, status, body, problem) => {
    await tab.respondTo(signIn('a@b.example', 'x'), status, body)
    expect($signIn.get()).toMatchObject({ phase: 'idle', problem })
    void signIn('a@b.example', 'y')
    expect(tab.requests).toHaveLength(1)
  })

  test('requests a code after the password, and sends it with both fields', async () => {
    await tab.respondTo(signIn('a@b.example', 'secret'), 401, errorBody('code_needed'))
    expect($signIn.get()).toMatchObject({ phase: 'idle', needsCode: true, fields: {} })
    await signIn('a@b.example', 'secret', ' ')
    expect($signIn.get().fields).toEqual({ code: 'Enter the code' })
    expect(tab.requests).toEqual([])
    void signIn('a@b.example', 'secret', '000 000')
    const wrong = tab.next
    expect(wrong.body).toEqual({ email: 'a@b.example', password: 'secret', code: '000 000' })
    await wrong.respond(401, errorBody('wrong_code'))
    expect($signIn.get()).toMatchObject({ needsCode: true, fields: { code: 'message: wrong_code' } })
    await tab.respondTo(signIn('a@b.example', 'secret', 'abcd-efgh-jkmn'), 401, errorBody('wrong_code'))
    expect($signIn.get().fields.code).toBe('message: wrong_code Each backup code works once. Try another one.')
    await tab.respondTo(signIn('a@b.example', 'secret', '123456'), 200, staffSession())
    expect(tab.redirects).toEqual(['/admin'])
  })

  test('returns to both fields when the password is rejected after the code', async () => {
    await tab.respondTo(signIn('a@b.example', 'secret'), 401, errorBody('code_needed'))
    await tab.respondTo(signIn('a@b.example', 'secret', '123456'), 401, invalid)
    expect($signIn.get()).toMatchObject({ needsCode: false, problem: { title: 'Invalid credentials' } })
    resetSignIn()
    expect($signIn.get()).toEqual({ phase: 'idle', needsCode: false, fields: {}, waitSeconds: 0 })
  })

  test('counts down after too many attempts, and sends nothing until then', async () => {
    await tab.respondTo(signIn('a@b.example', 'x'), 429, errorBody('too_many', { retryAfter: 3 }))
    expect($signIn.get()).toMatchObject({ waitSeconds: 3, problem: { title: 'Too many attempts' } })
    await vi.advanceTimersByTimeAsync(2_000)
    expect($signIn.get().waitSeconds).toBe(1)
    void signIn('a@b.example', 'x')
    expect(tab.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    void signIn('a@b.example', 'x')
    expect(tab.requests).toHaveLength(1)
  })
})

describe('a live session on the sign-in page', () => {
  const respondToCheck = (isOpen: boolean) => tab.next.respond(200, { open: isOpen })
  const makeVisible = () => document.dispatchEvent(new Event('visibilitychange'))
  /** Receives a storage event after a sign-in in another tab. */
  const signInElsewhere = (marker: string) => {
    localStorage.setItem('chautari-staff-signed-in', marker)
    window.dispatchEvent(new Event('storage'))
  }
  let stopWatching = () => {}
  beforeEach(() => {
    localStorage.clear()
    tab.open('/admin/login?next=/admin/bookings&ended=signed_out')
    stopWatching = redirectWhenSignedIn()
    return stopWatching
  })

  test('redirects once, also after several checks', async () => {
    expect(tab.requests).toMatchObject([{ method: 'GET', path: '/api/admin/door' }])
    makeVisible()
    await respondToCheck(true)
    await respondToCheck(true)
    expect(tab.redirects).toEqual(['/admin/bookings'])
    expect($signIn.get().phase).toBe('redirecting')
  })

  test('is checked again when the tab is visible again, and the form stays without one', async () => {
    await respondToCheck(false)
    await tab.respondTo(makeVisible(), 503, errorBody('not_ready'))
    expect([tab.redirects, tab.requests, $signIn.get().phase]).toEqual([[], [], 'idle'])
    makeVisible()
    await respondToCheck(true)
    expect(tab.redirects).toEqual(['/admin/bookings'])
  })

  test('is checked again after a sign-in in another tab, also during a check', async () => {
    signInElsewhere('first')
    await respondToCheck(false)
    await respondToCheck(false)
    window.dispatchEvent(new Event('storage'))
    expect(tab.requests).toEqual([])
    signInElsewhere('second')
    await respondToCheck(true)
    expect([tab.redirects, tab.requests]).toEqual([['/admin/bookings'], []])
  })

  test('does not redirect during a sign-in in this tab, which notifies the others', async () => {
    const check = tab.next
    void signIn('a@b.example', 'secret')
    await check.respond(200, { open: true })
    expect(tab.redirects).toEqual([])
    await tab.next.respond(200, staffSession())
    expect(tab.redirects).toEqual(['/admin/bookings'])
    expect(localStorage.getItem('chautari-staff-signed-in')).toBeTruthy()
  })

  test('is not checked after the page was left', async () => {
    await respondToCheck(false)
    stopWatching()
    makeVisible()
    expect(tab.requests).toEqual([])
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readSession, readSignInStatus, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { describeOnEachEngine, execute, expectNothingStored, HOUR, MINUTE, rows, stored } from '../support/app.ts'
import { call, rejected, send } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'
import { disable, owner, signedInBrowser, TestBrowser } from '../support/staff-accounts.ts'

const right = { email: STAFF.email, password: STAFF.password }
const staffCalls = ENDPOINTS.filter(({ access }) => access === 'staff')

describeOnEachEngine('a staff session on %s', (app, engine) => {
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await owner(app)
  })

  describe('at sign-in', () => {
    test('starts with the correct password and an address in any case, which is trimmed', async () => {
      const session = await call(signIn, { body: { ...right, email: `  ${STAFF.email.toUpperCase()} ` } })
      expect(session).toEqual({
        email: STAFF.email,
        name: '',
        role: 'owner',
        workplaces: null,
        loggedInAt: '2026-12-01T04:15:00.000Z',
        endsInSeconds: 7_200,
        eventsFrom: expect.any(String),
      })
    })

    test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
      const { headers } = await send(signIn, { body: right })
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
        expect.stringMatching(/^device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/),
      ])
    })

    test('sets cookies over https that no neighbouring host can set', async () => {
      app.env = { ...app.env, siteUrl: 'https://chautari.example' }
      const browser = new TestBrowser()
      const { headers } = await browser.signIn()
      for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-(sid|device)=.*; Secure$/)
      expect(await browser.isSignedIn()).toBe(true)
    })

    test('gets a new token each time, of which only the hash is stored', async () => {
      const first = browser.cookies.get('sid') ?? ''
      await browser.signIn()
      const second = browser.cookies.get('sid') ?? ''
      expect(second).not.toBe(first)
      expect(await rows(app.db.read, 'sessions')).toHaveLength(1)
      expect(JSON.stringify(await stored(app))).not.toContain(second)
      await rejected('unauthorized', readSession, { headers: { cookie: `sid=${first}` } })
    })

    test('never uses a token that the visitor sends', async () => {
      const browser = new TestBrowser()
      browser.cookies.set('sid', 'A'.repeat(43))
      await browser.signIn()
      expect(browser.cookies.get('sid')).not.toBe('A'.repeat(43))
    })

    test('replaces an outdated password hash', async () => {
      const weak = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
      await execute(app, (db) => db.updateTable('staff').set({ password_hash: weak }))
      await call(signIn, { body: { ...right, password: 'password' } })
      const [row] = await rows(app.db.read, 'staff')
      expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      await call(signIn, { body: { ...right, password: 'password' } })
    })
  })

  describe('without a valid sign-in', () => {
    test.each([
      ['a wrong password', { ...right, password: 'not this one' }],
      ['a password with a space after it', { ...right, password: `${STAFF.password} ` }],
      ['an unknown address', { ...right, email: 'unknown@chautari.example' }],
      ['an address that is a pattern', { ...right, email: '%@chautari.example' }],
    ])('is rejected with the same message for %s', async (_, body) => {
      const { message } = await rejected('invalid_credentials', signIn, { body })
      expect(message).toBe('Invalid credentials')
      // Only the session of the other browser exists.
      expect(await rows(app.db.read, 'sessions')).toHaveLength(1)
    })

    test('is rejected for a disabled account', async () => {
      await disable(app)
      await rejected('invalid_credentials', signIn, { body: right })
    })

    test.each([
      ['no address', { ...right, email: '   ' }, ['email']],
      ['no password', { ...right, password: '' }, ['password']],
      ['neither', { email: '', password: '' }, ['email', 'password']],
      ['wrong types', { email: 1, password: null }, ['email', 'password']],
      ['a body that is a list', [], ['body']],
      ['overlong texts', { email: 'a'.repeat(301), password: 'b'.repeat(301) }, ['email', 'password']],
    ])('is rejected with %s', async (_, body, fields) => {
      const failure = await rejected('invalid', signIn, { body })
      expect(Object.keys(failure.fields ?? {})).toEqual(fields)
    })

    test.each([
      ['a foreign page', { origin: 'https://evil.example' }],
      ['a neighbouring host', { origin: 'http://evil.localhost:4321' }],
      ['a sandboxed frame', { origin: 'null' }],
      ['another site, where no origin is sent', { 'sec-fetch-site': 'cross-site' }],
    ])('is rejected from %s', async (_, headers) => {
      const sent = { headers: { ...browser.sent.headers, ...headers } }
      await expectNothingStored(app, async () => {
        await rejected('forbidden', signIn, { body: right, headers })
        for (const contract of [signOut, staySignedIn]) await rejected('forbidden', contract, sent)
      })
      expect(await browser.isSignedIn()).toBe(true)
    })

    test('is rejected for a while after too many wrong passwords, but only from that address', async () => {
      const guesser = new TestBrowser()
      for (let index = 0; index < 5; index++) expect((await guesser.signIn('wrong')).status).toBe(401)
      const { status, headers, body } = await guesser.signIn()
      expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 429, retryAfter: '1' })
      expect(body).toMatchObject({ error: { code: 'too_many', retryAfter: 1 } })
      expect((await new TestBrowser('203.0.113.7').signIn()).status).toBe(200)
      app.clock.advance(1_000)
      expect((await guesser.signIn()).status).toBe(200)
    })

    test('is rejected in the same time whether the account exists or not', async () => {
      const time = async (email: string) => {
        const start = performance.now()
        await send(signIn, { body: { email, password: 'wrong' } })
        return performance.now() - start
      }
      await time('warm@chautari.example')
      let [known, unknown] = [Infinity, Infinity]
      for (let round = 0; round < 2; round++) {
        known = Math.min(known, await time(STAFF.email))
        unknown = Math.min(unknown, await time('unknown@chautari.example'))
      }
      // Compares the quicker of two rounds coarsely, because the machine may be busy for a moment.
      expect(unknown).toBeGreaterThan(known / 4)
    })
  })

  describe('over time', () => {
    test('ends after two hours without use', async () => {
      app.clock.advance(2 * HOUR - 1)
      expect(await browser.isSignedIn()).toBe(true)
      app.clock.advance(1)
      expect(await browser.isSignedIn()).toBe(false)
    })

    test('lasts longer with use, but never longer than twelve hours', async () => {
      for (let hour = 1; hour < 12; hour++) {
        app.clock.advance(HOUR)
        const session = await call(staySignedIn, browser.sent)
        expect(session.endsInSeconds).toBe(3_600 * Math.min(2, 12 - hour))
      }
      app.clock.advance(HOUR - 1)
      expect(await browser.isSignedIn()).toBe(true)
      app.clock.advance(1)
      expect(await browser.isSignedIn()).toBe(false)
    })

    test('is not extended when a page reads the session', async () => {
      app.clock.advance(HOUR)
      const session = await expectNothingStored(app, () => call(readSession, browser.sent))
      expect(session).toMatchObject({ endsInSeconds: 3_600 })
    })

    test('is not extended when a page checks the sign-in status, which needs no session', async () => {
      app.clock.advance(HOUR)
      expect(await expectNothingStored(app, () => call(readSignInStatus, browser.sent))).toEqual({ open: true })
      expect(await call(readSignInStatus)).toEqual({ open: false })
      app.clock.advance(HOUR)
      expect(await call(readSignInStatus, browser.sent)).toEqual({ open: false })
    })

    test('stores its last use at most once a minute', async () => {
      app.clock.advance(MINUTE - 1)
      await expectNothingStored(app, () => call(staySignedIn, browser.sent))
    })

    test('is limited to five browsers of one account; a sixth ends the one used longest ago', async () => {
      const browsers = [browser]
      for (let index = 0; index < 5; index++) {
        app.clock.advance(1_000)
        browsers.push(await signedInBrowser(app))
      }
      const open = await Promise.all(browsers.map((browser) => browser.isSignedIn()))
      expect(open).toEqual([false, true, true, true, true, true])
    })
  })

  describe('at its end', () => {
    test('is deleted on the server, and clears the cookie and cached pages but not the browser’s storage', async () => {
      const copied = browser.sent.headers
      const { status, headers } = await browser.send(signOut)
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toBe('sid=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
      expect(headers.get('clear-site-data')).toBe('"cache"')
      expect(await rows(app.db.read, 'sessions')).toEqual([])
      await rejected('unauthorized', readSession, { headers: copied })
      await rejected('unauthorized', signOut, { headers: copied })
    })

    test('does not end those of other browsers', async () => {
      const other = await signedInBrowser(app)
      await browser.send(signOut)
      expect(await other.isSignedIn()).toBe(true)
    })

    test('ends when the account is disabled', async () => {
      await disable(app)
      expect(await browser.isSignedIn()).toBe(false)
    })
  })

  const named = (contract: Endpoint) => `${contract.method} ${contract.path}`
  // All endpoints check the session in one place, so three are enough on PostgreSQL.
  const checked = engine === 'sqlite' ? staffCalls : staffCalls.slice(0, 3)
  describe.each(checked.map((contract) => [named(contract), contract] as const))('%s', (_, contract) => {
    test('returns only an error without a live session', async () => {
      const token = browser.cookies.get('sid') ?? ''
      const forged = [
        '',
        'sid=',
        `sid=${'A'.repeat(43)}`,
        `sid=${token.slice(0, -1)}`,
        `sid=${token}x`,
        `sid="${token}"`,
        `SID=${token}`,
        `__Host-sid=${token}`,
        `device=${token}`,
        'admin_session_v1={"email":"owner@chautari.example","loggedInAt":"2026-12-01"}',
        `sid=' or 1=1 --`,
      ]
      await expectNothingStored(app, async () => {
        for (const cookie of forged) await rejected('unauthorized', contract, { id: 'x', headers: { cookie } })
        await rejected('unauthorized', contract, { id: 'x', headers: { authorization: `Bearer ${token}` } })
        await rejected('unauthorized', contract, { id: 'x', query: { sid: token } })
      })
    })

    test('returns an error after two hours', async () => {
      app.clock.advance(2 * HOUR)
      await rejected('unauthorized', contract, { id: 'x', ...browser.sent })
    })
  })

  test('returns an error id, not the message of a failing database', async () => {
    vi.spyOn(app.db.read, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('no such table: sessions')
    })
    const failure = await rejected('internal', readSession, browser.sent)
    expect(JSON.stringify(failure)).not.toContain('table')
    expect(failure.logId).toBe('bug-1')
    expect(app.bugs.splice(0)).toHaveLength(1)
    vi.restoreAllMocks()
  })
})

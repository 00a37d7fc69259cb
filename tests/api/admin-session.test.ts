import { describe, expect, test, vi } from 'vitest'
import { readSession, readSignInStatus, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { setApp } from '#server/open-app.ts'
import { SESSION_LIMITS, startSession } from '#server/staff/sessions.ts'
import { HOUR, MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { account, disable, owner, Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { call, refused, send } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

const right = { email: STAFF.email, password: STAFF.password }
const staffCalls = ENDPOINTS.filter(({ access }) => access === 'staff')

describe.each(ENGINES)('a staff session on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(opened)
  })

  describe('begins', () => {
    test('with the right pair, the address trimmed and in any case', async () => {
      await account(app)
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

    test('with a cookie that scripts cannot read and other sites cannot send', async () => {
      await account(app)
      const { headers } = await send(signIn, { body: right })
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
        expect.stringMatching(/^device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/),
      ])
    })

    test('over https with cookies that no neighbouring host can set', async () => {
      app.env = { ...app.env, siteUrl: 'https://chautari.example' }
      await account(app)
      const visitor = new Visitor()
      const { headers } = await visitor.signIn()
      for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/^__Host-(sid|device)=.*; Secure$/)
      expect(await visitor.isSignedIn()).toBe(true)
    })

    test('under a new token each time, of which only the hash is kept', async () => {
      const visitor = await owner(app)
      const first = visitor.cookies.get('sid') ?? ''
      await visitor.signIn()
      const second = visitor.cookies.get('sid') ?? ''
      expect(second).not.toBe(first)
      expect(await rows(app.db.read, 'sessions')).toHaveLength(1)
      expect(JSON.stringify(await stored(app))).not.toContain(second)
      await refused('unauthorized', readSession, { headers: { cookie: `sid=${first}` } })
    })

    test('never under a token that the visitor brings', async () => {
      await account(app)
      const visitor = new Visitor()
      visitor.cookies.set('sid', 'A'.repeat(43))
      await visitor.signIn()
      expect(visitor.cookies.get('sid')).not.toBe('A'.repeat(43))
    })

    test('and makes the outdated hash of a password anew', async () => {
      await account(app)
      const weak = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
      await app.db.write(async (db) => {
        await db.updateTable('staff').set({ password_hash: weak }).execute()
        return { ok: true, value: undefined }
      })
      await call(signIn, { body: { ...right, password: 'password' } })
      const [row] = await rows(app.db.read, 'staff')
      expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      await call(signIn, { body: { ...right, password: 'password' } })
    })
  })

  describe('is refused', () => {
    test.each([
      ['a wrong password', { ...right, password: 'not this one' }],
      ['a password with a space after it', { ...right, password: `${STAFF.password} ` }],
      ['an unknown address', { ...right, email: 'nobody@chautari.example' }],
      ['an address that is a pattern', { ...right, email: '%@chautari.example' }],
    ])('%s, with the same words', async (_, body) => {
      await account(app)
      const { message } = await refused('invalid_credentials', signIn, { body })
      expect(message).toBe('Invalid credentials')
      expect(await rows(app.db.read, 'sessions')).toEqual([])
    })

    test('to a disabled account', async () => {
      await account(app)
      await disable(app)
      await refused('invalid_credentials', signIn, { body: right })
    })

    test.each([
      ['no address', { ...right, email: '   ' }, ['email']],
      ['no password', { ...right, password: '' }, ['password']],
      ['neither', { email: '', password: '' }, ['email', 'password']],
      ['wrong types', { email: 1, password: null }, ['email', 'password']],
      ['a body that is no form', [], ['body']],
      ['endless text', { email: 'a'.repeat(301), password: 'b'.repeat(301) }, ['email', 'password']],
    ])('with %s', async (_, body, fields) => {
      const failure = await refused('invalid', signIn, { body })
      expect(Object.keys(failure.fields ?? {})).toEqual(fields)
    })

    test.each([
      ['a foreign page', { origin: 'https://evil.example' }],
      ['a neighbouring host', { origin: 'http://evil.localhost:4321' }],
      ['a sandboxed frame', { origin: 'null' }],
      ['another site, where no origin is sent', { 'sec-fetch-site': 'cross-site' }],
    ])('from %s', async (_, headers) => {
      const visitor = await owner(app)
      const before = await stored(app)
      await refused('forbidden', signIn, { body: right, headers })
      await refused('forbidden', signOut, { headers: { ...visitor.sent.headers, ...headers } })
      await refused('forbidden', staySignedIn, { headers: { ...visitor.sent.headers, ...headers } })
      expect(await stored(app)).toEqual(before)
      expect(await visitor.isSignedIn()).toBe(true)
    })

    test('after too many wrong passwords, with the time to wait; the right one from elsewhere still works', async () => {
      await account(app)
      const guesser = new Visitor()
      for (let index = 0; index < 5; index++) expect((await guesser.signIn('wrong')).status).toBe(401)
      const { status, headers, body } = await guesser.signIn()
      expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 429, retryAfter: '1' })
      expect(body).toMatchObject({ error: { code: 'too_many', retryAfter: 1 } })
      expect((await new Visitor('203.0.113.7').signIn()).status).toBe(200)
      app.clock.advance(1_000)
      expect((await guesser.signIn()).status).toBe(200)
    })

    test('to whoever has guessed twenty times, the right password too; from elsewhere it still works', async () => {
      await account(app)
      const guesser = new Visitor()
      const seen = new Set<number>()
      for (let index = 0; index < 20; index++) seen.add((await guesser.signIn(`guess ${index}`)).status)
      expect([...seen]).toEqual([401, 429])
      expect((await guesser.signIn()).status).toBe(429)
      expect((await new Visitor('203.0.113.7').signIn()).status).toBe(200)
    })

    test('without telling by its time whether there is such an account', async () => {
      await account(app)
      const time = async (email: string) => {
        const start = performance.now()
        await send(signIn, { body: { email, password: 'wrong' } })
        return performance.now() - start
      }
      await time('warm@chautari.example')
      let [known, unknown] = [Infinity, Infinity]
      for (let round = 0; round < 2; round++) {
        known = Math.min(known, await time(STAFF.email))
        unknown = Math.min(unknown, await time('nobody@chautari.example'))
      }
      // Both do the same work; the figure is coarse, and of two the quicker: the machine may be busy for a moment.
      expect(unknown).toBeGreaterThan(known / 4)
    })
  })

  describe('lasts', () => {
    test('two hours without use', async () => {
      const visitor = await owner(app)
      app.clock.advance(2 * HOUR - 1)
      expect(await visitor.isSignedIn()).toBe(true)
      app.clock.advance(1)
      expect(await visitor.isSignedIn()).toBe(false)
    })

    test('longer with use, but never longer than twelve hours', async () => {
      const visitor = await owner(app)
      for (let hour = 1; hour < 12; hour++) {
        app.clock.advance(HOUR)
        const session = await call(staySignedIn, visitor.sent)
        expect(session.endsInSeconds).toBe(3_600 * Math.min(2, 12 - hour))
      }
      app.clock.advance(HOUR - 1)
      expect(await visitor.isSignedIn()).toBe(true)
      app.clock.advance(1)
      expect(await visitor.isSignedIn()).toBe(false)
    })

    test('no longer because a page asks who is signed in', async () => {
      const visitor = await owner(app)
      app.clock.advance(HOUR)
      const before = await stored(app)
      expect(await call(readSession, visitor.sent)).toMatchObject({ endsInSeconds: 3_600 })
      expect(await stored(app)).toEqual(before)
    })

    test('nor because a door asks whether one is in, which is answered to everybody', async () => {
      const visitor = await owner(app)
      app.clock.advance(HOUR)
      const before = await stored(app)
      expect(await call(readSignInStatus, visitor.sent)).toEqual({ open: true })
      expect(await stored(app)).toEqual(before)
      expect(await call(readSignInStatus)).toEqual({ open: false })
      app.clock.advance(HOUR)
      expect(await call(readSignInStatus, visitor.sent)).toEqual({ open: false })
    })

    test('and reading writes nothing more often than once a minute', async () => {
      const visitor = await owner(app)
      const before = await stored(app)
      app.clock.advance(MINUTE - 1)
      await call(staySignedIn, visitor.sent)
      expect(await stored(app)).toEqual(before)
    })

    test('for five browsers of one account; then the one used longest ago ends', async () => {
      const visitors: Visitor[] = []
      const id = await account(app)
      for (let index = 0; index <= SESSION_LIMITS.perStaff; index++) {
        const visitor = new Visitor()
        visitor.cookies.set('sid', await startSession(app, id))
        visitors.push(visitor)
        app.clock.advance(1_000)
      }
      const open = await Promise.all(visitors.map((visitor) => visitor.isSignedIn()))
      expect(open).toEqual([false, ...Array.from({ length: SESSION_LIMITS.perStaff }, () => true)])
    })
  })

  describe('ends', () => {
    test('on the server, and the browser forgets its cookie and the pages it keeps, not what a visitor stored', async () => {
      const visitor = await owner(app)
      const kept = visitor.sent.headers
      const { status, headers } = await visitor.send(signOut)
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toBe('sid=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
      expect(headers.get('clear-site-data')).toBe('"cache"')
      expect(await rows(app.db.read, 'sessions')).toEqual([])
      await refused('unauthorized', readSession, { headers: kept })
      await refused('unauthorized', signOut, { headers: kept })
    })

    test('and leaves other browsers of the account alone', async () => {
      const [one, two] = [await owner(app), new Visitor()]
      await two.signIn()
      await one.send(signOut)
      expect(await two.isSignedIn()).toBe(true)
    })

    test('with the account', async () => {
      const visitor = await owner(app)
      await disable(app)
      expect(await visitor.isSignedIn()).toBe(false)
    })
  })

  const named = (contract: Endpoint) => `${contract.method} ${contract.path}`
  // All of them ask for the session in one place: on PostgreSQL some are enough.
  const walked = engine === 'sqlite' ? staffCalls : staffCalls.slice(0, 3)
  describe.each(walked.map((contract) => [named(contract), contract] as const))('%s', (_, contract) => {
    test('answers nobody without a live session, with nothing but the refusal', async () => {
      const visitor = await owner(app)
      const token = visitor.cookies.get('sid') ?? ''
      const before = await stored(app)
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
      for (const cookie of forged) await refused('unauthorized', contract, { id: 'x', headers: { cookie } })
      await refused('unauthorized', contract, { id: 'x', headers: { authorization: `Bearer ${token}` } })
      await refused('unauthorized', contract, { id: 'x', query: { sid: token } })
      expect(await stored(app)).toEqual(before)
    })

    test('answers nobody after two hours', async () => {
      const visitor = await owner(app)
      app.clock.advance(2 * HOUR)
      await refused('unauthorized', contract, { id: 'x', ...visitor.sent })
    })
  })

  test('a database that fails is said with a number, not with its words', async () => {
    const visitor = await owner(app)
    vi.spyOn(app.db.read, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('no such table: sessions')
    })
    const failure = await refused('internal', readSession, visitor.sent)
    expect(JSON.stringify(failure)).not.toContain('table')
    expect(failure.logId).toBe('bug-1')
    expect(app.bugs.splice(0)).toHaveLength(1)
    vi.restoreAllMocks()
  })
})

import { describe, expect, test } from 'vitest'
import {
  changeName,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endSession,
  endSessions,
  readAccount,
  startTwoFactor,
} from '#contract/admin/account.ts'
import { confirmBooking, recordPriceDifference } from '#contract/admin/booking-detail.ts'
import { changePerson, listPeople } from '#contract/admin/people.ts'
import { confirmCurrentPassword, readSession, signIn } from '#contract/admin/session.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { setApp } from '#server/open-app.ts'
import { SESSION_LIMITS } from '#server/staff/sessions.ts'
import { MINUTE, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { codeAt } from '../support/authenticator.ts'
import { account, colleague, owner, Visitor, withTwoFactor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { call, refused } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'

const PASSWORD = 'mango lizard umbrella quartz'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const fresh = ENDPOINTS.filter((contract) => contract.fresh).map(
  (contract) => [`${contract.method} ${contract.path}`, contract] as const,
)

describe.each(ENGINES)('an account on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  describe('asks for the password again', () => {
    test('for refunds, decisions about money, exports and accounts', () => {
      const names = fresh.map(([name]) => name)
      expect(names).toContain('POST /api/admin/payments/{id}/decision')
      expect(names).toContain('POST /api/admin/refunds/{id}/decision')
      expect(names.filter((name) => name.includes('/export/'))).toEqual(
        ENDPOINTS.filter(({ path }) => path.includes('/export/')).map(({ path }) => `GET ${path}`),
      )
      expect(names).toContain('POST /api/admin/payments/{id}/refunds')
      expect(names).toContain('PATCH /api/admin/people/{id}')
    })

    test.each(fresh)('before %s, once 15 minutes have gone by', async (_, contract) => {
      const visitor = await owner(app)
      app.clock.advance(SESSION_LIMITS.fresh)
      const before = await stored(app)
      await refused('password_again', contract, { id: 'x', ...visitor.sent })
      // Refused, it counted as no more than looking.
      expect(await stored(app)).toEqual(before)
      await call(confirmCurrentPassword, { ...visitor.sent, body: { password: STAFF.password } })
      const { status, body } = await visitor.send(contract, { id: 'x' })
      expect([status, JSON.stringify(body)]).not.toContain('password_again')
      expect(status).not.toBe(403)
    })

    test.each([confirmBooking, recordPriceDifference])(
      'before money in the account is recorded, and not for cash: $path',
      async (contract) => {
        const visitor = await owner(app)
        app.clock.advance(SESSION_LIMITS.fresh)
        const body = { version: 1, reason: 'Seen in the account', transactionId: 'TRF-1' }
        await refused('password_again', contract, {
          ...visitor.sent,
          id: 'x',
          body: { ...body, method: 'bank_transfer' },
        })
        await refused('not_found', contract, {
          ...visitor.sent,
          id: 'x',
          body: { version: 1, reason: 'Till', method: 'cash' },
        })
      },
    )

    test('of the one who is signed in, and counts wrong ones as at the door', async () => {
      const visitor = await owner(app)
      app.clock.advance(SESSION_LIMITS.fresh)
      const failure = await refused('invalid', confirmCurrentPassword, { ...visitor.sent, body: { password: 'wrong' } })
      expect(failure.fields).toEqual({ password: 'This is not your password' })
      for (let index = 0; index < 4; index++)
        await refused('invalid', confirmCurrentPassword, { ...visitor.sent, body: { password: 'wrong' } })
      await refused('too_many', confirmCurrentPassword, { ...visitor.sent, body: { password: STAFF.password } })
      await refused('password_again', changePerson, { id: 'x', ...visitor.sent })
      expect((await visitor.send(readSession)).status).toBe(200)
    })

    test('in each browser by itself', async () => {
      const [one, two] = [await owner(app), new Visitor()]
      await two.signIn()
      app.clock.advance(SESSION_LIMITS.fresh)
      await call(confirmCurrentPassword, { ...one.sent, body: { password: STAFF.password } })
      await refused('password_again', startTwoFactor, two.sent)
    })
  })

  describe('a new password', () => {
    const change = { current: STAFF.password, password: PASSWORD }

    test('ends every session, this one too, and gives this browser a new one', async () => {
      const [here, there] = [await owner(app), new Visitor()]
      await there.signIn()
      const before = here.sent.headers
      expect((await here.send(changePassword, { body: change })).status).toBe(200)
      await refused('unauthorized', readSession, { headers: before })
      expect(await there.isSignedIn()).toBe(false)
      expect(await here.isSignedIn()).toBe(true)
      expect(await rows(app.db.read, 'sessions')).toHaveLength(1)
      await refused('invalid_credentials', signIn, { body: STAFF })
      await call(signIn, { body: { ...STAFF, password: PASSWORD } })
    })

    test.each([
      ['the old one is wrong', { ...change, current: 'wrong' }, 'current'],
      ['it is short', { ...change, password: 'short' }, 'password'],
      ['it is common', { ...change, password: 'passwordpassword' }, 'password'],
      ['it is one’s own address', { ...change, password: `${STAFF.email}` }, 'password'],
      ['it is the old one', { ...change, password: STAFF.password }, 'password'],
    ])('is refused where %s', async (_, body, field) => {
      const visitor = await owner(app)
      const failure = await refused('invalid', changePassword, { ...visitor.sent, body })
      expect(Object.keys(failure.fields ?? {})).toEqual([field])
      expect(await visitor.isSignedIn()).toBe(true)
      await call(signIn, { body: STAFF })
    })

    test('is in no log of deeds', async () => {
      const visitor = await owner(app)
      await visitor.send(changePassword, { body: change })
      expect(JSON.stringify(await stored(app))).not.toMatch(new RegExp(`${PASSWORD}|${STAFF.password}`))
      expect(await rows(app.db.read, 'audit')).toMatchObject([
        { action: 'password_changed', before: null, after: null },
      ])
    })
  })

  describe('its sessions', () => {
    test('are listed with their device, the one that asks marked', async () => {
      const visitor = await owner(app)
      app.clock.advance(MINUTE)
      const other = new Visitor()
      await other.send(signIn, { body: STAFF, headers: { 'user-agent': FIREFOX } })
      const { sessions } = await call(readAccount, visitor.sent)
      expect(sessions.map(({ device, current }) => [device, current])).toEqual([
        ['Firefox on Windows', false],
        ['Unknown device', true],
      ])
      expect(JSON.stringify(sessions)).not.toContain(other.cookies.get('sid'))
    })

    test('can be signed out one by one, and only by their owner', async () => {
      const [visitor, other] = [await owner(app), new Visitor()]
      await other.signIn()
      const { sessions } = await call(readAccount, visitor.sent)
      const id = sessions.find(({ current }) => !current)?.sessionId ?? ''
      const desk = new Visitor()
      await colleague(app)
      await desk.signIn(STAFF.password, 'desk@chautari.example')
      await refused('not_found', endSession, { id, ...desk.sent })
      expect(await other.isSignedIn()).toBe(true)
      await call(endSession, { id, ...visitor.sent })
      expect(await other.isSignedIn()).toBe(false)
      expect(await visitor.isSignedIn()).toBe(true)
    })

    test('all end at once, this one and a copy of its cookie too', async () => {
      const [visitor, other] = [await owner(app), new Visitor()]
      await other.signIn()
      const copied = visitor.sent.headers
      const { status, headers } = await visitor.send(endSessions)
      expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"'])
      expect(visitor.cookies.has('sid')).toBe(false)
      expect(await other.isSignedIn()).toBe(false)
      await refused('unauthorized', readSession, { headers: copied })
    })
  })

  describe('a second factor', () => {
    test('is set up with a code, asked for at the door, and ended with the password', async () => {
      const visitor = await owner(app)
      const { key } = await call(startTwoFactor, visitor.sent)
      const { backupCodes } = await call(confirmTwoFactor, {
        ...visitor.sent,
        body: { code: codeAt(key, app.now()), key },
      })
      expect(await call(readAccount, visitor.sent)).toMatchObject({ twoFactor: { backupCodesLeft: 10 } })
      await refused('code_needed', signIn, { body: STAFF })
      await refused('wrong_code', signIn, { body: { ...STAFF, code: '000000' } })
      app.clock.advance(MINUTE)
      await call(signIn, { body: { ...STAFF, code: codeAt(key, app.now()) } })
      await call(signIn, { body: { ...STAFF, code: backupCodes[0] } })
      expect(await call(readAccount, visitor.sent)).toMatchObject({ twoFactor: { backupCodesLeft: 9 } })
      await refused('invalid', disableTwoFactor, { ...visitor.sent, body: { password: 'wrong' } })
      await call(disableTwoFactor, { ...visitor.sent, body: { password: STAFF.password } })
      expect((await call(readAccount, visitor.sent)).twoFactor).toBeNull()
      await call(signIn, { body: STAFF })
    })

    test('lets no cookie out before its code was right', async () => {
      await withTwoFactor(app, await account(app))
      const visitor = new Visitor()
      const { status, headers } = await visitor.signIn()
      expect([status, headers.getSetCookie()]).toEqual([401, []])
      expect((await rows(app.db.read, 'sessions')).length).toBe(1)
    })
  })

  test('a name is shown as it was typed, markup and all', async () => {
    const visitor = await owner(app)
    const name = `<img src=x onerror="alert(1)"> O'Brien`
    await call(changeName, { ...visitor.sent, body: { name: `  ${name} ` } })
    expect((await call(readAccount, visitor.sent)).name).toBe(name)
    const { people } = await call(listPeople, visitor.sent)
    expect(people.map((person) => person.name)).toEqual([name])
    await refused('invalid', changeName, { ...visitor.sent, body: { name: '   ' } })
  })
})

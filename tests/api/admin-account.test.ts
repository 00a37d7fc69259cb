import { beforeEach, describe, expect, test } from 'vitest'
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
import { describeOnEachEngine, expectNothingStored, MINUTE, rows, stored } from '../support/app.ts'
import { codeAt } from '../support/authenticator.ts'
import { call, rejected } from '../support/requests.ts'
import { STAFF } from '../support/staff.ts'
import { colleague, owner, signedInBrowser, someStaff, TestBrowser, withTwoFactor } from '../support/staff-accounts.ts'

const PASSWORD = 'mango lizard umbrella quartz'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const fresh = ENDPOINTS.filter((contract) => contract.fresh).map(
  (contract) => [`${contract.method} ${contract.path}`, contract] as const,
)

describeOnEachEngine('an account on %s', (app) => {
  let browser: TestBrowser
  beforeEach(async () => {
    browser = await owner(app)
  })

  describe('the password confirmation', () => {
    test('protects refunds, payment decisions, exports and accounts', () => {
      const names = fresh.map(([name]) => name)
      for (const name of [
        'POST /api/admin/payments/{id}/decision',
        'POST /api/admin/refunds/{id}/decision',
        'POST /api/admin/payments/{id}/refunds',
        'PATCH /api/admin/people/{id}',
      ])
        expect(names).toContain(name)
      const exports = ENDPOINTS.filter(({ path }) => path.includes('/export/')).map(({ path }) => `GET ${path}`)
      expect(names.filter((name) => name.includes('/export/'))).toEqual(exports)
    })

    test.each(fresh)('is required before %s once 15 minutes have passed', async (_, contract) => {
      app.clock.advance(15 * MINUTE)
      // The session is not extended.
      await expectNothingStored(app, () => rejected('password_again', contract, { id: 'x', ...browser.sent }))
      await call(confirmCurrentPassword, { ...browser.sent, body: { password: STAFF.password } })
      const { status, body } = await browser.send(contract, { id: 'x' })
      expect([status, JSON.stringify(body)]).not.toContain('password_again')
      expect(status).not.toBe(403)
    })

    test.each([confirmBooking, recordPriceDifference])(
      'is required before money in the account is recorded, but not for cash: $path',
      async (contract) => {
        app.clock.advance(15 * MINUTE)
        const sent = { ...browser.sent, id: 'x' }
        const transfer = { version: 1, method: 'bank_transfer', reason: 'In the account', transactionId: 'TRF-1' }
        await rejected('password_again', contract, { ...sent, body: transfer })
        await rejected('not_found', contract, { ...sent, body: { version: 1, reason: 'Till', method: 'cash' } })
      },
    )

    test('accepts only the signed-in user’s password, and limits wrong ones as the sign-in page does', async () => {
      app.clock.advance(15 * MINUTE)
      for (let index = 0; index < 5; index++) {
        const sent = { ...browser.sent, body: { password: 'wrong' } }
        const { fields } = await rejected('invalid', confirmCurrentPassword, sent)
        expect(fields).toEqual({ password: 'This password is not correct' })
      }
      await rejected('too_many', confirmCurrentPassword, { ...browser.sent, body: { password: STAFF.password } })
      await rejected('password_again', changePerson, { id: 'x', ...browser.sent })
      expect((await browser.send(readSession)).status).toBe(200)
    })

    test('applies to one browser only', async () => {
      const other = await signedInBrowser(app)
      app.clock.advance(15 * MINUTE)
      await call(confirmCurrentPassword, { ...browser.sent, body: { password: STAFF.password } })
      await rejected('password_again', startTwoFactor, other.sent)
    })
  })

  describe('a new password', () => {
    const change = { current: STAFF.password, password: PASSWORD }

    test('ends every session, including this one, and starts a new one in this browser', async () => {
      const other = await signedInBrowser(app)
      const before = browser.sent.headers
      expect((await browser.send(changePassword, { body: change })).status).toBe(200)
      await rejected('unauthorized', readSession, { headers: before })
      expect(await other.isSignedIn()).toBe(false)
      expect(await browser.isSignedIn()).toBe(true)
      expect(await rows(app.db.read, 'sessions')).toHaveLength(1)
      await rejected('invalid_credentials', signIn, { body: STAFF })
      await call(signIn, { body: { ...STAFF, password: PASSWORD } })
    })

    test.each([
      ['the old one is wrong', { ...change, current: 'wrong' }, 'current'],
      ['it is short', { ...change, password: 'short' }, 'password'],
      ['it is common', { ...change, password: 'passwordpassword' }, 'password'],
      ['it is the own email address', { ...change, password: `${STAFF.email}` }, 'password'],
      ['it is the old one', { ...change, password: STAFF.password }, 'password'],
    ])('is rejected where %s', async (_, body, field) => {
      const failure = await rejected('invalid', changePassword, { ...browser.sent, body })
      expect(Object.keys(failure.fields ?? {})).toEqual([field])
      expect(await browser.isSignedIn()).toBe(true)
      await call(signIn, { body: STAFF })
    })

    test('is never written to the audit log', async () => {
      await browser.send(changePassword, { body: change })
      expect(JSON.stringify(await stored(app))).not.toMatch(new RegExp(`${PASSWORD}|${STAFF.password}`))
      expect(await rows(app.db.read, 'audit')).toMatchObject([
        { action: 'password_changed', before: null, after: null },
      ])
    })
  })

  describe('its sessions', () => {
    test('are listed with their device, with the current one marked', async () => {
      app.clock.advance(MINUTE)
      const other = new TestBrowser()
      await other.send(signIn, { body: STAFF, headers: { 'user-agent': FIREFOX } })
      const { sessions } = await call(readAccount, browser.sent)
      expect(sessions.map(({ device, current }) => [device, current])).toEqual([
        ['Firefox on Windows', false],
        ['Unknown device', true],
      ])
      expect(JSON.stringify(sessions)).not.toContain(other.cookies.get('sid'))
    })

    test('can be signed out one by one, and only by their owner', async () => {
      const other = await signedInBrowser(app)
      const { sessions } = await call(readAccount, browser.sent)
      const id = sessions.find(({ current }) => !current)?.sessionId ?? ''
      await colleague(app)
      const desk = await signedInBrowser(app, 'desk@chautari.example')
      await rejected('not_found', endSession, { id, ...desk.sent })
      expect(await other.isSignedIn()).toBe(true)
      await call(endSession, { id, ...browser.sent })
      expect(await other.isSignedIn()).toBe(false)
      expect(await browser.isSignedIn()).toBe(true)
    })

    test('all end at once, this one and a copy of its cookie too', async () => {
      const other = await signedInBrowser(app)
      const copied = browser.sent.headers
      const { status, headers } = await browser.send(endSessions)
      expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"'])
      expect(browser.cookies.has('sid')).toBe(false)
      expect(await other.isSignedIn()).toBe(false)
      await rejected('unauthorized', readSession, { headers: copied })
    })
  })

  describe('a second factor', () => {
    test('is set up with a code, required at sign-in, and turned off with the password', async () => {
      const { key } = await call(startTwoFactor, browser.sent)
      const body = { code: codeAt(key, app.now()), key }
      const { backupCodes } = await call(confirmTwoFactor, { ...browser.sent, body })
      expect(await call(readAccount, browser.sent)).toMatchObject({ twoFactor: { backupCodesLeft: 10 } })
      await rejected('code_needed', signIn, { body: STAFF })
      await rejected('wrong_code', signIn, { body: { ...STAFF, code: '000000' } })
      app.clock.advance(MINUTE)
      await call(signIn, { body: { ...STAFF, code: codeAt(key, app.now()) } })
      await call(signIn, { body: { ...STAFF, code: backupCodes[0] } })
      expect(await call(readAccount, browser.sent)).toMatchObject({ twoFactor: { backupCodesLeft: 9 } })
      await rejected('invalid', disableTwoFactor, { ...browser.sent, body: { password: 'wrong' } })
      await call(disableTwoFactor, { ...browser.sent, body: { password: STAFF.password } })
      expect((await call(readAccount, browser.sent)).twoFactor).toBeNull()
      await call(signIn, { body: STAFF })
    })

    test('returns no session cookie before the code was correct', async () => {
      await withTwoFactor(app, (await someStaff(app)).id)
      const before = await rows(app.db.read, 'sessions')
      const { status, headers } = await new TestBrowser().signIn()
      expect([status, headers.getSetCookie()]).toEqual([401, []])
      expect(await rows(app.db.read, 'sessions')).toEqual(before)
    })
  })

  test('shows a name as it was typed, including markup', async () => {
    const name = `<img src=x onerror="alert(1)"> O'Brien`
    await call(changeName, { ...browser.sent, body: { name: `  ${name} ` } })
    expect((await call(readAccount, browser.sent)).name).toBe(name)
    const { people } = await call(listPeople, browser.sent)
    expect(people.map((person) => person.name)).toEqual([name])
    await rejected('invalid', changeName, { ...browser.sent, body: { name: '   ' } })
  })
})

import { describe, expect, test } from 'vitest'
import { loadKey, seal, unseal } from '#server/secrets.ts'
import { signIn } from '#server/staff/sign-in.ts'
import { SIGN_IN_LIMITS } from '#server/staff/sign-in-throttle.ts'
import {
  checkSecondFactor,
  confirmTwoFactor,
  disableTwoFactor,
  renewBackupCodes,
  startTwoFactor,
} from '#server/staff/two-factor.ts'
import { MINUTE, mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { codeAt } from '../support/authenticator.ts'
import { account, staffOfDesk, withTwoFactor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { STAFF } from '../support/staff.ts'

const HALF = 30_000

test('the authenticator of these tests is that of RFC 6238, appendix B', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect([59, 1_111_111_109, 1_234_567_890].map((seconds) => codeAt(key, seconds * 1_000))).toEqual([
    '287082',
    '081804',
    '005924',
  ])
})

describe('what is sealed', () => {
  const key = Buffer.alloc(32, 7)
  test('opens for its owner with its key, and is different each time', () => {
    const sealed = seal(key, 'a secret', 'one')
    expect(unseal(key, sealed, 'one')).toBe('a secret')
    expect(sealed).not.toBe(seal(key, 'a secret', 'one'))
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('secret')
  })
  test('opens for nobody else, with no other key, and not when it was touched', () => {
    const sealed = seal(key, 'a secret', 'one')
    const touched = Buffer.from(sealed, 'base64url')
    touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1
    expect(() => unseal(key, sealed, 'two')).toThrow()
    expect(() => unseal(Buffer.alloc(32, 8), sealed, 'one')).toThrow()
    expect(() => unseal(key, touched.toString('base64url'), 'one')).toThrow()
  })
})

describe.each(ENGINES)('a second factor on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const from = { address: '192.0.2.1', device: 'desk', userAgent: '' }
  const enter = (code?: string) => signIn(app, { email: STAFF.email, password: STAFF.password, code }, from)
  const pass = async (code: string) => checkSecondFactor(app, await somebody(), code)
  const somebody = async () => ({ id: (await rows(app.db.read, 'staff'))[0]?.id ?? '', email: STAFF.email })

  test('is asked for only once a first code was right', async () => {
    await account(app)
    const staff = await staffOfDesk(app)
    const { key, uri } = granted(await startTwoFactor(app, staff))
    expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret: key, issuer: 'Chautari' })
    expect(uri).toContain(encodeURIComponent(STAFF.email))
    granted(await enter())
    expect(refusalOf(await confirmTwoFactor(app, staff, { code: '000000', key })).fields).toHaveProperty('code')
    granted(await enter())
    granted(await confirmTwoFactor(app, staff, { code: codeAt(key, app.now()), key }))
    expect(refusalOf(await enter()).code).toBe('code_needed')
    expect(refusalOf(await startTwoFactor(app, staff)).code).toBe('already_done')
    expect(refusalOf(await confirmTwoFactor(app, staff, { code: codeAt(key, app.now() + HALF), key })).code).toBe(
      'already_done',
    )
  })

  test('says that it was begun anew elsewhere, where the key is another one by now', async () => {
    await account(app)
    const staff = await staffOfDesk(app)
    const first = granted(await startTwoFactor(app, staff))
    const second = granted(await startTwoFactor(app, staff))
    const confirm = (key: string) => confirmTwoFactor(app, staff, { code: codeAt(key, app.now()), key })
    expect(refusalOf(await confirm(first.key)).fields?.code).toContain('begun anew')
    granted(await confirm(second.key))
  })

  test('keeps neither key nor codes in clear, says so in the audit and to its owner', async () => {
    const { key, backupCodes } = await withTwoFactor(app, await account(app))
    expect(new Set(backupCodes).size).toBe(10)
    const everything = JSON.stringify(await stored(app))
    for (const secret of [key, ...backupCodes, ...backupCodes.map((code) => code.replaceAll('-', ''))])
      expect(everything).not.toContain(secret)
    expect((await rows(app.db.read, 'audit')).map(({ action, actor }) => [action, actor])).toEqual([
      ['two_factor_on', STAFF.email],
    ])
    expect(await mailsTo(app, STAFF.email)).toEqual(['Two-factor sign-in was switched on'])
  })

  test('ends the sessions that began with a password alone', async () => {
    await account(app)
    const [here, elsewhere] = [await staffOfDesk(app), await staffOfDesk(app)]
    const { key } = granted(await startTwoFactor(app, here))
    granted(await confirmTwoFactor(app, here, { code: codeAt(key, app.now()), key }))
    const left = (await rows(app.db.read, 'sessions')).map(({ id }) => id)
    expect(left).toContain(here.sessionId)
    expect(left).not.toContain(elsewhere.sessionId)
  })

  test('takes the code of now and of a clock that is half a minute off, and no other', async () => {
    const { key } = await withTwoFactor(app, await account(app))
    app.clock.advance(10 * MINUTE)
    for (const off of [-2, 2, 100])
      expect(refusalOf(await pass(codeAt(key, app.now() + off * HALF))).code).toBe('wrong_code')
    for (const off of [-1, 0, 1]) granted(await pass(codeAt(key, app.now() + off * HALF)))
  })

  test('takes a code once, whoever sends it at the same moment', async () => {
    const { key } = await withTwoFactor(app, await account(app))
    const code = codeAt(key, app.now())
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => pass(code)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(refusalOf(await pass(code)).code).toBe('wrong_code')
    app.clock.advance(HALF)
    expect(refusalOf(await pass(code)).code).toBe('wrong_code')
    granted(await pass(codeAt(key, app.now())))
  })

  test('takes a backup code once, however it is typed, and tells the audit', async () => {
    const { backupCodes } = await withTwoFactor(app, await account(app))
    const [one = '', two = ''] = backupCodes
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => enter(one.replaceAll('-', ' ').toUpperCase())))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    granted(await enter(two))
    expect(await rows(app.db.read, 'backup_codes')).toHaveLength(8)
    const used = (await rows(app.db.read, 'audit')).filter(({ action }) => action === 'backup_code_used')
    expect(used).toHaveLength(2)
  })

  test('new backup codes take the place of the old', async () => {
    const { backupCodes } = await withTwoFactor(app, await account(app))
    const made = granted(await renewBackupCodes(app, await staffOfDesk(app)))
    expect(refusalOf(await enter(backupCodes[0])).code).toBe('wrong_code')
    granted(await enter(made.backupCodes[0]))
  })

  test('ten wrong codes in a quarter of an hour close it, from everywhere; the right one is not looked at', async () => {
    const { key } = await withTwoFactor(app, await account(app))
    for (let index = 0; index < SIGN_IN_LIMITS.perCode; index++) expect((await pass('000000')).ok).toBe(false)
    expect(refusalOf(await pass(codeAt(key, app.now())))).toMatchObject({ code: 'too_many', retryAfter: 900 })
    app.clock.advance(15 * MINUTE)
    granted(await pass(codeAt(key, app.now())))
  })

  test('a right code forgets the wrong ones, and who does not know the password is never counted', async () => {
    const { key } = await withTwoFactor(app, await account(app))
    for (let index = 0; index < SIGN_IN_LIMITS.perCode - 1; index++) await pass('000000')
    granted(await pass(codeAt(key, app.now())))
    await signIn(app, { email: STAFF.email, password: 'wrong', code: '000000' }, from)
    // As many as may be wrong: had the one before been counted, the last of them would be refused unseen.
    for (let index = 0; index < SIGN_IN_LIMITS.perCode; index++)
      expect(refusalOf(await pass('000000')).code).toBe('wrong_code')
  })

  test('a code without the password opens nothing, and is answered as a wrong password', async () => {
    const { key } = await withTwoFactor(app, await account(app))
    const given = { email: STAFF.email, password: 'wrong', code: codeAt(key, app.now()) }
    expect(refusalOf(await signIn(app, given, from)).code).toBe('invalid_credentials')
    granted(await enter(given.code))
  })

  test('switched off, the password is enough, and the codes are gone', async () => {
    const { backupCodes } = await withTwoFactor(app, await account(app))
    const staff = await staffOfDesk(app)
    granted(await disableTwoFactor(app, staff))
    granted(await enter())
    expect(await rows(app.db.read, 'two_factors')).toEqual([])
    expect(await rows(app.db.read, 'backup_codes')).toEqual([])
    expect(refusalOf(await disableTwoFactor(app, staff)).code).toBe('not_found')
    expect(refusalOf(await renewBackupCodes(app, staff)).code).toBe('not_found')
    expect(backupCodes).toHaveLength(10)
  })

  test('its key is made once, whoever asks first', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => loadKey(app.db, 'two_factor_key')))
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1)
    expect(keys[0]).toHaveLength(32)
  })
})

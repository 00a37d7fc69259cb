import { beforeEach, describe, expect, test } from 'vitest'
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
import { describeOnEachEngine, emailsTo, MINUTE, rows, stored } from '../../support/app.ts'
import { codeAt } from '../../support/authenticator.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { STAFF } from '../../support/staff.ts'
import { account, signedInStaff, withTwoFactor } from '../../support/staff-accounts.ts'

const HALF = 30_000

test('the test authenticator returns the codes of RFC 6238, appendix B', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const codes = [59, 1_111_111_109, 1_234_567_890].map((seconds) => codeAt(key, seconds * 1_000))
  expect(codes).toEqual(['287082', '081804', '005924'])
})

describe('sealed values', () => {
  const key = Buffer.alloc(32, 7)
  test('open with their key and owner, and differ each time', () => {
    const sealed = seal(key, 'a secret', 'one')
    expect(unseal(key, sealed, 'one')).toBe('a secret')
    expect(sealed).not.toBe(seal(key, 'a secret', 'one'))
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('secret')
  })
  test('do not open with another key or owner, or when changed', () => {
    const sealed = seal(key, 'a secret', 'one')
    const touched = Buffer.from(sealed, 'base64url')
    touched[touched.length - 1] = (touched.at(-1) ?? 0) ^ 1
    expect(() => unseal(key, sealed, 'two')).toThrow()
    expect(() => unseal(Buffer.alloc(32, 8), sealed, 'one')).toThrow()
    expect(() => unseal(key, touched.toString('base64url'), 'one')).toThrow()
  })
})

describeOnEachEngine('a second factor on %s', (app) => {
  let id: string
  beforeEach(async () => {
    id = await account(app)
  })
  const from = { address: '192.0.2.1', device: 'desk', userAgent: '' }
  const enter = (code?: string) => signIn(app, { email: STAFF.email, password: STAFF.password, code }, from)
  const pass = (code: string) => checkSecondFactor(app, { id, email: STAFF.email }, code)

  test('requires a code only after a first code was confirmed', async () => {
    const staff = await signedInStaff(app)
    const { key, uri } = granted(await startTwoFactor(app, staff))
    expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret: key, issuer: 'Chautari' })
    expect(uri).toContain(encodeURIComponent(STAFF.email))
    granted(await enter())
    expect(failureOf(await confirmTwoFactor(app, staff, { code: '000000', key })).fields).toHaveProperty('code')
    granted(await enter())
    granted(await confirmTwoFactor(app, staff, { code: codeAt(key, app.now()), key }))
    expect(codeOf(await enter())).toBe('code_needed')
    expect(codeOf(await startTwoFactor(app, staff))).toBe('already_done')
    const again = { code: codeAt(key, app.now() + HALF), key }
    expect(codeOf(await confirmTwoFactor(app, staff, again))).toBe('already_done')
  })

  test('rejects a code for a secret that was replaced in another tab', async () => {
    const staff = await signedInStaff(app)
    const first = granted(await startTwoFactor(app, staff))
    const second = granted(await startTwoFactor(app, staff))
    const confirm = (key: string) => confirmTwoFactor(app, staff, { code: codeAt(key, app.now()), key })
    expect(failureOf(await confirm(first.key)).fields?.code).toContain('restarted')
    granted(await confirm(second.key))
  })

  test('stores no secret or code in clear, and notifies the audit log and the owner', async () => {
    const { key, backupCodes } = await withTwoFactor(app, id)
    expect(new Set(backupCodes).size).toBe(10)
    const everything = JSON.stringify(await stored(app))
    for (const secret of [key, ...backupCodes, ...backupCodes.map((code) => code.replaceAll('-', ''))])
      expect(everything).not.toContain(secret)
    expect((await rows(app.db.read, 'audit')).map(({ action, actor }) => [action, actor])).toEqual([
      ['two_factor_on', STAFF.email],
    ])
    expect(await emailsTo(app, STAFF.email)).toEqual(['Two-factor sign-in was turned on'])
  })

  test('ends the account’s other sessions when it is enabled', async () => {
    const [here, elsewhere] = [await signedInStaff(app), await signedInStaff(app)]
    const { key } = granted(await startTwoFactor(app, here))
    granted(await confirmTwoFactor(app, here, { code: codeAt(key, app.now()), key }))
    const left = (await rows(app.db.read, 'sessions')).map(({ id }) => id)
    expect(left).toContain(here.sessionId)
    expect(left).not.toContain(elsewhere.sessionId)
  })

  test('accepts the codes of the current step and the ones beside it only', async () => {
    const { key } = await withTwoFactor(app, id)
    app.clock.advance(10 * MINUTE)
    for (const off of [-2, 2, 100]) expect(codeOf(await pass(codeAt(key, app.now() + off * HALF)))).toBe('wrong_code')
    for (const off of [-1, 0, 1]) granted(await pass(codeAt(key, app.now() + off * HALF)))
  })

  test('accepts a code once in concurrent sign-ins', async () => {
    const { key } = await withTwoFactor(app, id)
    const code = codeAt(key, app.now())
    const outcomes = await atOnce(8, () => pass(code))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codeOf(await pass(code))).toBe('wrong_code')
    app.clock.advance(HALF)
    expect(codeOf(await pass(code))).toBe('wrong_code')
    granted(await pass(codeAt(key, app.now())))
  })

  test('accepts a backup code once in any spelling, with an audit entry', async () => {
    const { backupCodes } = await withTwoFactor(app, id)
    const [one = '', two = ''] = backupCodes
    const outcomes = await atOnce(3, () => enter(one.replaceAll('-', ' ').toUpperCase()))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    granted(await enter(two))
    expect(await rows(app.db.read, 'backup_codes')).toHaveLength(8)
    const used = (await rows(app.db.read, 'audit')).filter(({ action }) => action === 'backup_code_used')
    expect(used).toHaveLength(2)
  })

  test('replaces the old backup codes with new ones', async () => {
    const { backupCodes } = await withTwoFactor(app, id)
    const made = granted(await renewBackupCodes(app, await signedInStaff(app)))
    expect(codeOf(await enter(backupCodes[0]))).toBe('wrong_code')
    granted(await enter(made.backupCodes[0]))
  })

  test('rejects every code after ten wrong ones in 15 minutes, from all addresses', async () => {
    const { key } = await withTwoFactor(app, id)
    for (let index = 0; index < SIGN_IN_LIMITS.perCode; index++) expect((await pass('000000')).ok).toBe(false)
    expect(failureOf(await pass(codeAt(key, app.now())))).toMatchObject({ code: 'too_many', retryAfter: 900 })
    app.clock.advance(15 * MINUTE)
    granted(await pass(codeAt(key, app.now())))
  })

  test('resets the count after a right code, and counts no attempt without the password', async () => {
    const { key } = await withTwoFactor(app, id)
    for (let index = 0; index < SIGN_IN_LIMITS.perCode - 1; index++) await pass('000000')
    granted(await pass(codeAt(key, app.now())))
    await signIn(app, { email: STAFF.email, password: 'wrong', code: '000000' }, from)
    // If the attempt without the password had counted, the last of these would be rejected unchecked.
    for (let index = 0; index < SIGN_IN_LIMITS.perCode; index++) expect(codeOf(await pass('000000'))).toBe('wrong_code')
  })

  test('returns the same for a code without the password as for a wrong password', async () => {
    const { key } = await withTwoFactor(app, id)
    const body = { email: STAFF.email, password: 'wrong', code: codeAt(key, app.now()) }
    expect(codeOf(await signIn(app, body, from))).toBe('invalid_credentials')
    granted(await enter(body.code))
  })

  test('needs only the password once disabled, and deletes the codes', async () => {
    const { backupCodes } = await withTwoFactor(app, id)
    const staff = await signedInStaff(app)
    granted(await disableTwoFactor(app, staff))
    granted(await enter())
    expect(await rows(app.db.read, 'two_factors')).toEqual([])
    expect(await rows(app.db.read, 'backup_codes')).toEqual([])
    expect(codeOf(await disableTwoFactor(app, staff))).toBe('not_found')
    expect(codeOf(await renewBackupCodes(app, staff))).toBe('not_found')
    expect(backupCodes).toHaveLength(10)
  })

  test('creates its encryption key once for concurrent requests', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => loadKey(app.db, 'two_factor_key')))
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1)
    expect(keys[0]).toHaveLength(32)
  })
})

import { describe, expect, test } from 'vitest'
import { hashPassword, isOutdated, matchesDummy, matchesPassword } from '#server/staff/passwords.ts'
import { ensureFirstOwner, signIn } from '#server/staff/sign-in.ts'
import {
  admitAttempt,
  deleteOldAttempts,
  forgiveAttempt,
  SIGN_IN_LIMITS,
  type SignInAttempt,
} from '#server/staff/sign-in-throttle.ts'
import { HOUR, MINUTE, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { STAFF } from '../support/staff.ts'

describe('passwords', () => {
  const stored = hashPassword('correct horse ñ')

  test('are kept as argon2id in PHC form, each with a salt of its own', async () => {
    const [one, two] = await Promise.all([stored, hashPassword('correct horse ñ')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(one).not.toContain('horse')
  })

  test('only the right one matches', async () => {
    const hash = await stored
    expect(await matchesPassword('correct horse ñ', hash)).toBe(true)
    expect(await matchesPassword('correct horse n\u0303', hash)).toBe(true)
    for (const wrong of ['', 'correct horse', 'correct horse ñ ', 'Correct horse ñ'])
      expect(await matchesPassword(wrong, hash)).toBe(false)
    expect(await matchesDummy('correct horse ñ')).toBe(false)
  })

  test('a hash made elsewhere with other figures still matches, and is outdated', async () => {
    // Of the reference implementation: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`.
    const older = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await matchesPassword('password', older)).toBe(true)
    expect(await matchesPassword('passwort', older)).toBe(false)
    expect(isOutdated(older)).toBe(true)
    expect(isOutdated(await stored)).toBe(false)
  })

  test('what is no hash is a bug, not a wrong password', async () => {
    await expect(matchesPassword('x', 'x')).rejects.toThrow()
  })

  test('many at once are all answered', async () => {
    const hash = await stored
    // More than are worked on at once.
    const answers = ['wrong', 'correct', 'wrong', 'correct'].map((word) => matchesPassword(`${word} horse ñ`, hash))
    expect(await Promise.all(answers)).toEqual([false, true, false, true])
  })
})

describe.each(ENGINES)('staff on %s', (engine) => {
  let app: TestApp
  withApp(
    engine,
    (opened) => {
      app = opened
    },
    { env: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password } },
  )

  describe('the first owner', () => {
    test('is made from the environment, once', async () => {
      expect(await ensureFirstOwner(app)).toBeUndefined()
      expect(await ensureFirstOwner(app)).toBeUndefined()
      expect(await rows(app.db.read, 'staff')).toMatchObject([{ email: STAFF.email, role: 'owner', disabled_at: null }])
    })

    test('gets a random password that is said once and opens the door', async () => {
      app.env = { ...app.env, staffPassword: undefined }
      const sentence = (await ensureFirstOwner(app)) ?? ''
      const [, email = '', password = ''] = /as (\S+) with the password (\S+) /.exec(sentence) ?? []
      expect(email).toBe(STAFF.email)
      expect(password.length).toBeGreaterThanOrEqual(20)
      expect(await ensureFirstOwner(app)).toBeUndefined()
      granted(await signIn(app, { email, password }, { address: '192.0.2.1', device: '', userAgent: '' }))
    })

    test('is one, whoever starts at the same moment', async () => {
      await Promise.all([ensureFirstOwner(app), ensureFirstOwner(app), ensureFirstOwner(app)])
      expect(await rows(app.db.read, 'staff')).toHaveLength(1)
    })
  })

  describe('the throttle', () => {
    const who = (over: Partial<SignInAttempt> = {}): SignInAttempt => ({
      email: 'a@example.com',
      address: '192.0.2.1',
      device: 'd1',
      ...over,
    })
    const wait = async (trying: SignInAttempt) => {
      const outcome = await admitAttempt(app, trying)
      return outcome.ok ? 0 : refusalOf(outcome).retryAfter
    }
    const tries = async (count: number, trying: (index: number) => SignInAttempt) => {
      for (let index = 0; index < count; index++) granted(await admitAttempt(app, trying(index)))
    }

    test('lets a known device try five times, then doubles each wait up to 15 minutes', async () => {
      await forgiveAttempt(app, who())
      await tries(SIGN_IN_LIMITS.free, () => who())
      const waits: (number | undefined)[] = []
      for (let round = 0; round < 12; round++) {
        const seconds = await wait(who())
        waits.push(seconds)
        app.clock.advance((seconds ?? 0) * 1_000)
        granted(await admitAttempt(app, who()))
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    })

    test('a refused try is not counted', async () => {
      await tries(SIGN_IN_LIMITS.free, () => who())
      const before = await rows(app.db.read, 'login_attempts')
      for (let index = 0; index < 5; index++) expect(await wait(who())).toBe(1)
      expect(await rows(app.db.read, 'login_attempts')).toEqual(before)
    })

    test('what one address does wrong does not keep another out', async () => {
      await tries(SIGN_IN_LIMITS.free, () => who())
      expect(await wait(who())).toBe(1)
      expect(await wait(who({ address: '192.0.2.2' }))).toBe(0)
    })

    test('a right password forgets the wrong ones', async () => {
      await tries(4, () => who())
      await forgiveAttempt(app, who())
      await tries(SIGN_IN_LIMITS.free, () => who({ device: '' }))
      expect(await wait(who({ device: '' }))).toBe(1)
    })

    test('one address may be wrong 20 times in 15 minutes, whatever the accounts', async () => {
      await tries(SIGN_IN_LIMITS.perAddress, (index) => who({ email: `${index}@example.com` }))
      expect(await wait(who({ email: 'other@example.com' }))).toBe(900)
      app.clock.advance(15 * MINUTE - 1)
      expect(await wait(who({ email: 'other@example.com' }))).toBeGreaterThan(0)
      app.clock.advance(1)
      expect(await wait(who({ email: 'other@example.com' }))).toBe(0)
    })

    test.each([
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', false],
      ['2001:db8::1', '2001:db8:0:0:1::', false],
      ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
      ['::ffff:192.0.2.1', '::ffff:192.0.2.2', true],
    ])('%s and %s count apart: %o', async (one, two, apart) => {
      await tries(SIGN_IN_LIMITS.perAddress, (index) => who({ email: `${index}@example.com`, address: one }))
      expect((await wait(who({ email: 'other@example.com', address: two }))) === 0).toBe(apart)
    })

    test('counts at most 10 attempts per account in any 15 minutes from unknown devices', async () => {
      const counted: number[] = []
      for (let attempt = 0; attempt < 200; attempt++) {
        const from = who({ address: `198.51.100.${attempt}`, device: attempt % 2 ? `d${attempt}` : '' })
        if ((await wait(from)) === 0) counted.push(app.now())
        app.clock.advance(30_000)
      }
      const within = counted.map((at) => counted.filter((other) => other >= at && other < at + 15 * MINUTE).length)
      expect(Math.max(...within)).toBe(SIGN_IN_LIMITS.perAccount)
      expect(SIGN_IN_LIMITS.perAccount).toBe(10)
    })

    test('rejects unknown devices for 15 minutes after 10 attempts, not known ones and not other accounts', async () => {
      granted(await admitAttempt(app, who({ device: 'desk' })))
      await forgiveAttempt(app, who({ device: 'desk' }))
      await tries(SIGN_IN_LIMITS.perAccount, (index) => who({ address: `198.51.100.${index}`, device: '' }))
      expect(await wait(who({ address: '203.0.113.1', device: '' }))).toBe(900)
      expect(await wait(who({ address: '203.0.113.1', device: 'unknown' }))).toBe(900)
      expect(await wait(who({ address: '203.0.113.1', device: 'desk' }))).toBe(0)
      expect(await wait(who({ address: '203.0.113.1', device: '', email: 'b@example.com' }))).toBe(0)
      app.clock.advance(15 * MINUTE)
      expect(await wait(who({ address: '203.0.113.1', device: 'unknown' }))).toBe(0)
    })

    test('does not start to count again while attempts go on', async () => {
      const from = (index: number) => who({ address: `198.51.100.${index}`, device: '' })
      await tries(1, from)
      app.clock.advance(15 * MINUTE - 1_000)
      await tries(SIGN_IN_LIMITS.perAccount - 1, (index) => from(index + 1))
      app.clock.advance(2_000)
      expect(await wait(from(99))).toBe(15 * 60 - 2)
    })

    test('counts as many attempts of an account that does not exist', async () => {
      const nobody = (index: number) => who({ email: 'nobody@example.com', address: `198.51.100.${index}`, device: '' })
      await tries(SIGN_IN_LIMITS.perAccount, nobody)
      expect(await wait(nobody(99))).toBe(900)
    })

    test('a guest on the same network cannot lock out the desk, nor use its device name on another account', async () => {
      await forgiveAttempt(app, who({ device: 'desk' }))
      await tries(SIGN_IN_LIMITS.free, () => who({ device: 'guest' }))
      expect(await wait(who({ device: 'guest' }))).toBe(1)
      await tries(SIGN_IN_LIMITS.free, () => who({ device: 'desk' }))
      expect(await wait(who({ device: 'desk' }))).toBe(1)
      await tries(SIGN_IN_LIMITS.free, () => who({ device: 'desk', email: 'b@example.com' }))
      expect(await wait(who({ email: 'b@example.com' }))).toBe(1)
    })

    test('tries at the same moment do not slip through together', async () => {
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => admitAttempt(app, who())))
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(SIGN_IN_LIMITS.free)
    })

    test('keeps no address of a person or a network in clear, and nothing for ever', async () => {
      await tries(1, () => who())
      await forgiveAttempt(app, who())
      expect(JSON.stringify(await rows(app.db.read, 'login_attempts'))).not.toMatch(/example|192\.0|d1/)
      app.clock.advance(SIGN_IN_LIMITS.known + HOUR)
      await deleteOldAttempts(app)
      expect(await rows(app.db.read, 'login_attempts')).toEqual([])
    })
  })
})

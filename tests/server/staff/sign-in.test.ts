import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import { deleteOldRows } from '#server/retention.ts'
import { hashPassword, isOutdated, matchesDummy, matchesPassword } from '#server/staff/passwords.ts'
import { ensureFirstOwner, signIn } from '#server/staff/sign-in.ts'
import { admitAttempt, clearAttempt, SIGN_IN_LIMITS, type SignInAttempt } from '#server/staff/sign-in-throttle.ts'
import { HOUR, MINUTE, rows, useApp } from '../../support/app.ts'
import { ENGINES } from '../../support/engines.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { atOnce, codeOf, runAfter } from '../../support/outcomes.ts'
import { STAFF } from '../../support/staff.ts'

describe('passwords', () => {
  const stored = hashPassword('correct horse ñ')

  test('are stored as argon2id in PHC form with their own salt', async () => {
    const [one, two] = await Promise.all([stored, hashPassword('correct horse ñ')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(one).not.toContain('horse')
  })

  test('match only the right password', async () => {
    const hash = await stored
    expect(await matchesPassword('correct horse ñ', hash)).toBe(true)
    expect(await matchesPassword('correct horse n\u0303', hash)).toBe(true)
    for (const wrong of ['', 'correct horse', 'correct horse ñ ', 'Correct horse ñ'])
      expect(await matchesPassword(wrong, hash)).toBe(false)
    expect(await matchesDummy('correct horse ñ')).toBe(false)
  })

  test('match a hash with other parameters, which is outdated', async () => {
    // Of the reference implementation: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`.
    const older = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await matchesPassword('password', older)).toBe(true)
    expect(await matchesPassword('passwort', older)).toBe(false)
    expect(isOutdated(older)).toBe(true)
    expect(isOutdated(await stored)).toBe(false)
  })

  test('throw on a stored text that is no hash', async () => {
    await expect(matchesPassword('x', 'x')).rejects.toThrow()
  })

  test('are all checked when many arrive at once', async () => {
    const hash = await stored
    // More than run at once.
    const results = ['wrong', 'correct', 'wrong', 'correct'].map((word) => matchesPassword(`${word} horse ñ`, hash))
    expect(await Promise.all(results)).toEqual([false, true, false, true])
  })
})

describe.each(ENGINES)('staff on %s', (engine) => {
  const app = useApp(engine, { env: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password } })

  describe('the first owner', () => {
    test('is created from the environment once', async () => {
      expect(await ensureFirstOwner(app)).toBeUndefined()
      expect(await ensureFirstOwner(app)).toBeUndefined()
      expect(await rows(app.db.read, 'staff')).toMatchObject([{ email: STAFF.email, role: 'owner', disabled_at: null }])
    })

    test('gets a random password that is shown once and works', async () => {
      app.env = { ...app.env, staffPassword: undefined }
      const message = (await ensureFirstOwner(app)) ?? ''
      const [, email = '', password = ''] = /as (\S+) with the password (\S+) /.exec(message) ?? []
      expect(email).toBe(STAFF.email)
      expect(password.length).toBeGreaterThanOrEqual(20)
      expect(await ensureFirstOwner(app)).toBeUndefined()
      granted(await signIn(app, { email, password }, { address: '192.0.2.1', device: '', userAgent: '' }))
    })

    test('is created once by processes that start together', async () => {
      await Promise.all([ensureFirstOwner(app), ensureFirstOwner(app), ensureFirstOwner(app)])
      expect(await rows(app.db.read, 'staff')).toHaveLength(1)
    })
  })

  describe('the throttle', () => {
    const attemptOf = (over: Partial<SignInAttempt> = {}): SignInAttempt => ({
      email: 'a@example.com',
      address: '192.0.2.1',
      device: 'd1',
      ...over,
    })
    const wait = async (attempt: SignInAttempt) => {
      const outcome = await admitAttempt(app, attempt)
      return outcome.ok ? 0 : failureOf(outcome).retryAfter
    }
    const admit = async (count: number, attempt: (index: number) => SignInAttempt) => {
      for (let index = 0; index < count; index++) granted(await admitAttempt(app, attempt(index)))
    }

    test('allows a known device five attempts, then doubles each wait up to 15 minutes', async () => {
      await clearAttempt(app, attemptOf())
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf())
      const waits: (number | undefined)[] = []
      for (let round = 0; round < 12; round++) {
        const seconds = await wait(attemptOf())
        waits.push(seconds)
        app.clock.advance((seconds ?? 0) * 1_000)
        granted(await admitAttempt(app, attemptOf()))
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    })

    test('does not count a rejected attempt', async () => {
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf())
      const before = await rows(app.db.read, 'login_attempts')
      for (let index = 0; index < 5; index++) expect(await wait(attemptOf())).toBe(1)
      expect(await rows(app.db.read, 'login_attempts')).toEqual(before)
    })

    test('does not block other addresses', async () => {
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf())
      expect(await wait(attemptOf())).toBe(1)
      expect(await wait(attemptOf({ address: '192.0.2.2' }))).toBe(0)
    })

    test('resets the count after a right password', async () => {
      await admit(4, () => attemptOf())
      await clearAttempt(app, attemptOf())
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf({ device: '' }))
      expect(await wait(attemptOf({ device: '' }))).toBe(1)
    })

    test('accepts 20 wrong passwords per address in 15 minutes, for all accounts together', async () => {
      await admit(SIGN_IN_LIMITS.perAddress, (index) => attemptOf({ email: `${index}@example.com` }))
      expect(await wait(attemptOf({ email: 'other@example.com' }))).toBe(900)
      app.clock.advance(15 * MINUTE - 1)
      expect(await wait(attemptOf({ email: 'other@example.com' }))).toBeGreaterThan(0)
      app.clock.advance(1)
      expect(await wait(attemptOf({ email: 'other@example.com' }))).toBe(0)
    })

    test.each([
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', false],
      ['2001:db8::1', '2001:db8:0:0:1::', false],
      ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
      ['::ffff:192.0.2.1', '::ffff:192.0.2.2', true],
    ])('counts %s and %s separately: %o', async (one, two, apart) => {
      await admit(SIGN_IN_LIMITS.perAddress, (index) => attemptOf({ email: `${index}@example.com`, address: one }))
      expect((await wait(attemptOf({ email: 'other@example.com', address: two }))) === 0).toBe(apart)
    })

    test('counts at most 10 attempts per account in any 15 minutes from unknown devices', async () => {
      const counted: number[] = []
      for (let attempt = 0; attempt < 200; attempt++) {
        const from = attemptOf({ address: `198.51.100.${attempt}`, device: attempt % 2 ? `d${attempt}` : '' })
        if ((await wait(from)) === 0) counted.push(app.now())
        app.clock.advance(30_000)
      }
      const within = counted.map((at) => counted.filter((other) => other >= at && other < at + 15 * MINUTE).length)
      expect(Math.max(...within)).toBe(SIGN_IN_LIMITS.perAccount)
      expect(SIGN_IN_LIMITS.perAccount).toBe(10)
    })

    test('rejects unknown devices for 15 minutes after 10 attempts, not known ones and not other accounts', async () => {
      granted(await admitAttempt(app, attemptOf({ device: 'desk' })))
      await clearAttempt(app, attemptOf({ device: 'desk' }))
      await admit(SIGN_IN_LIMITS.perAccount, (index) => attemptOf({ address: `198.51.100.${index}`, device: '' }))
      expect(await wait(attemptOf({ address: '203.0.113.1', device: '' }))).toBe(900)
      expect(await wait(attemptOf({ address: '203.0.113.1', device: 'unknown' }))).toBe(900)
      expect(await wait(attemptOf({ address: '203.0.113.1', device: 'desk' }))).toBe(0)
      expect(await wait(attemptOf({ address: '203.0.113.1', device: '', email: 'b@example.com' }))).toBe(0)
      app.clock.advance(15 * MINUTE)
      expect(await wait(attemptOf({ address: '203.0.113.1', device: 'unknown' }))).toBe(0)
    })

    test('does not restart the count while attempts continue', async () => {
      const from = (index: number) => attemptOf({ address: `198.51.100.${index}`, device: '' })
      await admit(1, from)
      app.clock.advance(15 * MINUTE - 1_000)
      await admit(SIGN_IN_LIMITS.perAccount - 1, (index) => from(index + 1))
      app.clock.advance(2_000)
      expect(await wait(from(99))).toBe(15 * 60 - 2)
    })

    test('counts attempts for an unknown account as for a known one', async () => {
      const other = (index: number) => attemptOf({ email: 'x@example.com', address: `198.51.100.${index}`, device: '' })
      await admit(SIGN_IN_LIMITS.perAccount, other)
      expect(await wait(other(99))).toBe(900)
    })

    test('does not let a guest on the same network lock out the desk, nor reuse its device name', async () => {
      await clearAttempt(app, attemptOf({ device: 'desk' }))
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf({ device: 'guest' }))
      expect(await wait(attemptOf({ device: 'guest' }))).toBe(1)
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf({ device: 'desk' }))
      expect(await wait(attemptOf({ device: 'desk' }))).toBe(1)
      await admit(SIGN_IN_LIMITS.freeAttempts, () => attemptOf({ device: 'desk', email: 'b@example.com' }))
      expect(await wait(attemptOf({ email: 'b@example.com' }))).toBe(1)
    })

    test('counts concurrent attempts', async () => {
      const outcomes = await atOnce(40, () => admitAttempt(app, attemptOf()))
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(SIGN_IN_LIMITS.freeAttempts)
    })

    test('stores no address in clear, and deletes its counts', async () => {
      await admit(1, () => attemptOf())
      await clearAttempt(app, attemptOf())
      expect(JSON.stringify(await rows(app.db.read, 'login_attempts'))).not.toMatch(/example|192\.0|d1/)
      await runAfter(app, SIGN_IN_LIMITS.knownDeviceAge + HOUR, deleteOldRows)
      expect(await rows(app.db.read, 'login_attempts')).toEqual([])
    })
  })

  describe('password checks', () => {
    const from = (address: string, device = '') => ({ address, device, userAgent: '' })
    const right = { email: STAFF.email, password: STAFF.password }
    /** A wrong password for a separate account, so that the limit per account rejects none of them. */
    const guess = (index: number, address: string, device?: string) =>
      signIn(app, { email: `${index}@example.com`, password: 'wrong' }, from(address, device))
    const codesOf = (outcomes: Outcome<unknown>[]) =>
      outcomes.map((outcome) => codeOf(outcome)).filter((code) => code === 'invalid_credentials')

    test('runs two at once for one network and rejects the others, not those of another network', async () => {
      await ensureFirstOwner(app)
      const guesses = Array.from({ length: 40 }, (_, index) => guess(index, '198.51.100.1'))
      const owner = signIn(app, right, from('203.0.113.1'))
      granted(await owner)
      expect(codesOf(await Promise.all(guesses))).toHaveLength(2)
    })

    test('counts an IPv6 network as one', async () => {
      const guesses = Array.from({ length: 10 }, (_, index) => guess(index, `2001:db8:1:2::${index}`))
      expect(codesOf(await Promise.all(guesses))).toHaveLength(2)
    })

    test('rejects what exceeds a queue of 20 with too_many, without counting an attempt', async () => {
      const outcomes = await atOnce(40, (index) => guess(index, `198.51.100.${index}`))
      const rejected = outcomes.filter((outcome) => codeOf(outcome) === 'too_many')
      expect(rejected).toHaveLength(40 - 22)
      for (const outcome of rejected) expect(failureOf(outcome).retryAfter).toBe(1)
      const counted = await rows(app.db.read, 'login_attempts')
      // One count per account, network and pair.
      expect(counted).toHaveLength(22 * 3)
      // Every check has left the queue: as many are accepted again.
      const later = Array.from({ length: 22 }, (_, index) => guess(100 + index, `203.0.113.${index}`))
      expect(codesOf(await Promise.all(later))).toHaveLength(22)
    })

    test('accepts a known device while the queue is full, and checks it first', async () => {
      await ensureFirstOwner(app)
      await clearAttempt(app, { email: STAFF.email, address: '203.0.113.1', device: 'desk' })
      const ended: string[] = []
      const guesses = Array.from({ length: 60 }, async (_, index) => {
        const outcome = await guess(index, `198.51.100.${index}`)
        if (codeOf(outcome) === 'invalid_credentials') ended.push('guess')
      })
      const known = async () => {
        granted(await signIn(app, right, from('198.51.100.1', 'desk')))
        ended.push('known')
      }
      await Promise.all([...guesses, known()])
      expect(ended).toHaveLength(23)
      expect(ended.indexOf('known')).toBeLessThan(ended.length / 2)
    })

    test('rejects a third check at once from one known device', async () => {
      await ensureFirstOwner(app)
      await clearAttempt(app, { email: STAFF.email, address: '203.0.113.1', device: 'desk' })
      const attempts = Array.from({ length: 5 }, (_, index) =>
        signIn(app, { ...right, password: 'wrong' }, from(`203.0.113.${index}`, 'desk')),
      )
      expect(codesOf(await Promise.all(attempts))).toHaveLength(2)
    })
  })
})

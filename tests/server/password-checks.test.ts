import { describe, expect, test } from 'vitest'
import type { Outcome } from '#contract/failure.ts'
import { CHECK_LIMITS } from '#server/staff/password-checks.ts'
import { ensureFirstOwner, signIn } from '#server/staff/sign-in.ts'
import { forgiveAttempt } from '#server/staff/sign-in-throttle.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { STAFF } from '../support/staff.ts'

describe.each(ENGINES)('password checks on %s', (engine) => {
  let app: TestApp
  withApp(
    engine,
    (opened) => {
      app = opened
    },
    { env: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password } },
  )

  const from = (address: string, device = '') => ({ address, device, userAgent: '' })
  const right = { email: STAFF.email, password: STAFF.password }
  /** A wrong password for an account of its own, so that the limit per account rejects none of them. */
  const guess = (index: number, address: string, device?: string) =>
    signIn(app, { email: `${index}@example.com`, password: 'wrong' }, from(address, device))
  const codesOf = (outcomes: Outcome<unknown>[]) =>
    outcomes.map((outcome) => refusalOf(outcome).code).filter((code) => code === 'invalid_credentials')

  test('runs two at once for one network and rejects the others, not those of another network', async () => {
    await ensureFirstOwner(app)
    const guesses = Array.from({ length: 40 }, (_, index) => guess(index, '198.51.100.1'))
    const owner = signIn(app, right, from('203.0.113.1'))
    granted(await owner)
    expect(codesOf(await Promise.all(guesses))).toHaveLength(CHECK_LIMITS.perSource)
    expect(CHECK_LIMITS.perSource).toBe(2)
  })

  test('counts an IPv6 network as one', async () => {
    const guesses = Array.from({ length: 10 }, (_, index) => guess(index, `2001:db8:1:2::${index}`))
    expect(codesOf(await Promise.all(guesses))).toHaveLength(CHECK_LIMITS.perSource)
  })

  test('rejects what exceeds a queue of 20 with too_many, without counting an attempt', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index, `198.51.100.${index}`)))
    const rejected = outcomes.filter((outcome) => refusalOf(outcome).code === 'too_many')
    expect(rejected).toHaveLength(40 - 22)
    for (const outcome of rejected) expect(refusalOf(outcome).retryAfter).toBe(1)
    const counted = await rows(app.db.read, 'login_attempts')
    // One count per account, network and pair.
    expect(counted).toHaveLength(22 * 3)
    // Every check has left the queue: as many are accepted again.
    const later = Array.from({ length: 22 }, (_, index) => guess(100 + index, `203.0.113.${index}`))
    expect(codesOf(await Promise.all(later))).toHaveLength(22)
  })

  test('accepts a known device while the queue is full, and checks it first', async () => {
    await ensureFirstOwner(app)
    await forgiveAttempt(app, { email: STAFF.email, address: '203.0.113.1', device: 'desk' })
    const ended: string[] = []
    const guesses = Array.from({ length: 60 }, async (_, index) => {
      const outcome = await guess(index, `198.51.100.${index}`)
      if (refusalOf(outcome).code === 'invalid_credentials') ended.push('guess')
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
    await forgiveAttempt(app, { email: STAFF.email, address: '203.0.113.1', device: 'desk' })
    const attempts = Array.from({ length: 5 }, (_, index) =>
      signIn(app, { ...right, password: 'wrong' }, from(`203.0.113.${index}`, 'desk')),
    )
    expect(codesOf(await Promise.all(attempts))).toHaveLength(CHECK_LIMITS.perSource)
  })
})

import { expect, test } from 'vitest'
import { fail } from '#contract/failure.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { deleteOldRows } from '#server/retention.ts'
import { LIMITS, throttle } from '#server/throttle/in-process.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'
import { describeOnEachEngine, HOUR, MINUTE, NOW, rows, type TestApp } from '../../support/app.ts'
import { atOnce, runAfter } from '../../support/outcomes.ts'

let count = 0
const newKey = (): string => `caller of this test ${count++}`
/** Returns how many of the calls are allowed. */
const calls = (times: number, name: keyof typeof LIMITS, key: string, now = NOW): number =>
  Array.from({ length: times }, () => throttle(name, key, now)).filter(({ ok }) => ok).length

test.each(Object.entries(LIMITS))('throttle allows %s a burst, then its hourly rate', (name, { burst, perHour }) => {
  const kind = name as keyof typeof LIMITS
  const key = newKey()
  expect(calls(burst + 10, kind, key)).toBe(burst)
  expect(calls(1, kind, key, NOW + HOUR / perHour - 1)).toBe(0)
  expect(calls(2, kind, key, NOW + HOUR / perHour)).toBe(1)
  expect(calls(burst + 10, kind, key, NOW + 1_000 * HOUR)).toBe(burst)
})

test('throttle returns the seconds to wait', () => {
  const key = newKey()
  calls(40, 'placeBooking', key)
  expect(throttle('placeBooking', key, NOW)).toEqual({ ok: false, failure: { code: 'too_many', retryAfter: 90 } })
  const sooner = { failure: { retryAfter: expect.closeTo(60) } }
  expect(throttle('placeBooking', key, NOW + 30_000)).toMatchObject(sooner)
  expect(throttle('placeBooking', key, NOW + 90_000).ok).toBe(true)
})

test('throttle does not count rejected calls', () => {
  const key = newKey()
  expect(calls(1_000, 'startPayment', key)).toBe(10)
  expect(calls(1, 'startPayment', key, NOW + MINUTE)).toBe(1)
})

test('throttle counts keys and limits separately', () => {
  const [one, other] = [newKey(), newKey()]
  calls(10, 'startPayment', one)
  expect(throttle('startPayment', one, NOW).ok).toBe(false)
  expect(throttle('startPayment', other, NOW).ok).toBe(true)
  expect(throttle('verifyPayment', one, NOW).ok).toBe(true)
})

test('throttle neither adds nor removes tokens when the clock is set back', () => {
  const key = newKey()
  expect(calls(5, 'startPayment', key)).toBe(5)
  expect(calls(10, 'startPayment', key, NOW - 24 * HOUR)).toBe(5)
})

test('throttle deletes the oldest of more than 100,000 buckets', () => {
  const [first, last] = [newKey(), newKey()]
  calls(10, 'startPayment', first)
  for (let caller = 0; caller < 99_999; caller++) throttle('readAvailability', `caller ${caller}`, NOW)
  calls(10, 'startPayment', last)
  expect(throttle('startPayment', first, NOW).ok).toBe(true)
  expect(throttle('startPayment', last, NOW).ok).toBe(false)
})

test('throttle truncates long keys', () => {
  const key = `${newKey()} `.padEnd(100, 'x')
  calls(10, 'startPayment', `${key} and more`)
  expect(throttle('startPayment', `${key} and something else`, NOW).ok).toBe(false)
})

const { burst } = LIMITS.chat

describeOnEachEngine('the shared throttle on %s', (app, engine) => {
  const isAllowed = async (by = app, address = '192.0.2.1') => (await throttleShared(by, 'chat', address)).ok
  /** Another process's connections to the same database. */
  async function withOther(run: (other: TestApp) => Promise<void>): Promise<void> {
    const db = await openDatabase(getDatabaseLocation(app.env))
    try {
      await run({ ...app, db })
    } finally {
      await db.close()
    }
  }

  test('counts the calls of two processes together', async () => {
    await withOther(async (other) => {
      const results: boolean[] = []
      for (let turn = 0; turn < burst; turn++) results.push(await isAllowed(app), await isAllowed(other))
      expect(results.filter(Boolean)).toHaveLength(burst)
      expect(await throttleShared(other, 'chat', '192.0.2.1')).toEqual(fail('too_many', { retryAfter: 60 }))
      expect(await isAllowed(other, '192.0.2.2')).toBe(true)
      app.clock.advance(MINUTE)
      expect([await isAllowed(other), await isAllowed(app)]).toEqual([true, false])
    })
  })

  test('counts concurrent calls', async () => {
    await withOther(async (other) => {
      // In one process, a connection to SQLite that waits would block the other one.
      const processes = engine === 'postgres' ? [app, other] : [app]
      const results = await atOnce(30, (at) => isAllowed(processes[at % processes.length]))
      expect(results.filter(Boolean)).toHaveLength(burst)
    })
  })

  test('stores no address and deletes full buckets', async () => {
    await isAllowed()
    expect(await rows(app.db.read, 'rate_limit_buckets')).toMatchObject([{ tokens: burst - 1 }])
    expect(JSON.stringify(await rows(app.db.read, 'rate_limit_buckets'))).not.toContain('192.0')
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'rate_limit_buckets')).toHaveLength(1)
    await runAfter(app, 3 * HOUR, deleteOldRows)
    expect(await rows(app.db.read, 'rate_limit_buckets')).toEqual([])
  })
})

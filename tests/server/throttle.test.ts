import { expect, test } from 'vitest'
import { LIMITS, throttle } from '#server/throttle/in-process.ts'
import { HOUR, MINUTE, NOW } from '../support/app.ts'

let count = 0
const newKey = (): string => `somebody ${count++}`
/** So many calls at one instant; gives how many were let through. */
const calls = (times: number, name: keyof typeof LIMITS, key: string, now = NOW): number =>
  Array.from({ length: times }, () => throttle(name, key, now)).filter(({ ok }) => ok).length

test.each(Object.entries(LIMITS))('%s: a burst at once, then as many as come back', (name, { burst, perHour }) => {
  const kind = name as keyof typeof LIMITS
  const key = newKey()
  expect(calls(burst + 10, kind, key)).toBe(burst)
  expect(calls(1, kind, key, NOW + HOUR / perHour - 1)).toBe(0)
  expect(calls(2, kind, key, NOW + HOUR / perHour)).toBe(1)
  // However long nobody calls, no more than a burst comes together.
  expect(calls(burst + 10, kind, key, NOW + 1_000 * HOUR)).toBe(burst)
})

test('a refusal says how long to wait, and waiting so long is enough', () => {
  const key = newKey()
  calls(40, 'placeBooking', key)
  expect(throttle('placeBooking', key, NOW)).toEqual({ ok: false, failure: { code: 'too_many', retryAfter: 90 } })
  expect(throttle('placeBooking', key, NOW + 30_000)).toMatchObject({
    failure: { retryAfter: expect.closeTo(60) },
  })
  expect(throttle('placeBooking', key, NOW + 90_000).ok).toBe(true)
})

test('a refusal costs nothing', () => {
  const key = newKey()
  expect(calls(1_000, 'startPayment', key)).toBe(10)
  expect(calls(1, 'startPayment', key, NOW + MINUTE)).toBe(1)
})

test('callers and kinds of calls are apart', () => {
  const [one, other] = [newKey(), newKey()]
  calls(10, 'startPayment', one)
  expect(throttle('startPayment', one, NOW).ok).toBe(false)
  expect(throttle('startPayment', other, NOW).ok).toBe(true)
  expect(throttle('verifyPayment', one, NOW).ok).toBe(true)
})

test('a clock that is set back gives nothing and takes nothing', () => {
  const key = newKey()
  expect(calls(5, 'startPayment', key)).toBe(5)
  expect(calls(10, 'startPayment', key, NOW - 24 * HOUR)).toBe(5)
})

test('a hundred thousand callers later the first is forgotten, so that memory is not theirs to fill', () => {
  const [first, last] = [newKey(), newKey()]
  calls(10, 'startPayment', first)
  for (let caller = 0; caller < 99_999; caller++) throttle('quote', `caller ${caller}`, NOW)
  calls(10, 'startPayment', last)
  expect(throttle('startPayment', first, NOW).ok).toBe(true)
  expect(throttle('startPayment', last, NOW).ok).toBe(false)
})

test('what a caller sends as a key is kept short', () => {
  const key = `${newKey()} `.padEnd(100, 'x')
  calls(10, 'startPayment', `${key} and more`)
  expect(throttle('startPayment', `${key} and something else`, NOW).ok).toBe(false)
})

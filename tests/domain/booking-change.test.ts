import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHANGE_STATES, canTransitionChange, holdChangeForAttempt } from '#domain/booking-change.ts'
import { assertProperty } from '../support/property.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a change makes only the listed transitions', () => {
  const moves = CHANGE_STATES.flatMap((from) => CHANGE_STATES.map((to) => [from, to] as const))
  expect(moves.filter(([from, to]) => canTransitionChange(from, to)).map((move) => move.join(' '))).toEqual([
    'open applied',
    'open expired',
  ])
})

describe('holdChangeForAttempt', () => {
  const change = { openedAt: 0, expiresAt: 30 * MINUTE, closesAt: 48 * HOUR }

  test.each([
    ['eSewa, at once', 15, 0, 30],
    ['a card, at once', 30, 0, 45],
    ['Khalti, at once', 60, 0, 75],
    ['Khalti, in the last minute', 60, 29, 104],
    ['Khalti, with little time left', 60, 59, 120],
    ['Khalti, too late', 60, 61, undefined],
  ])('of %s (%d minutes, started after %d) ends after %s minutes', (_, window, started, end) => {
    const until = holdChangeForAttempt(change, window * MINUTE, started * MINUTE)
    expect(until === undefined ? undefined : until / MINUTE).toBe(end)
  })

  test('ends at the latest when the last new day closes', () => {
    const closing = { ...change, closesAt: 40 * MINUTE }
    expect(holdChangeForAttempt(closing, 30 * MINUTE, 0)).toBe(40 * MINUTE)
    expect(holdChangeForAttempt(closing, 60 * MINUTE, 0)).toBeUndefined()
  })

  test('never shortens the hold, nor extends it beyond two hours', () => {
    const minutes = fc.integer({ min: 0, max: 240 }).map((count) => count * MINUTE)
    assertProperty(minutes, minutes, minutes, (expiresAt, duration, now) => {
      const until = holdChangeForAttempt({ ...change, expiresAt }, duration, now)
      if (until === undefined) return
      expect(until).toBeGreaterThanOrEqual(Math.max(expiresAt, now + duration))
      expect(until).toBeLessThanOrEqual(Math.max(expiresAt, 2 * HOUR))
    })
  })
})

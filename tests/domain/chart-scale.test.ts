import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateGridStep } from '#domain/chart-scale.ts'
import { assertProperty } from '../support/property.ts'

test.each([
  [0, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [14, 5],
  [18, 6],
  [19, 8],
  [30, 10],
  [31, 20],
  [6_842_800, 3_000_000],
])('calculateGridStep(%d) returns %d', (highest, third) => expect(calculateGridStep(highest)).toBe(third))

test('calculateGridStep covers with three steps the highest value and not much more', () => {
  assertProperty(fc.integer({ min: 1, max: 2 ** 40 }), (highest) => {
    expect(3 * calculateGridStep(highest)).toBeGreaterThanOrEqual(highest)
    expect(calculateGridStep(highest)).toBeLessThanOrEqual(Math.max(1, 2 * (highest / 3)))
  })
})

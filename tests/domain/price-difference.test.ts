import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { calculatePriceDifferenceDue } from '#domain/price-difference.ts'

test.each([
  [900, null, 0, 0],
  [900, 900, 0, 0],
  [900, 800, 0, 0],
  [900, 950, 0, 50],
  [900, 950, 20, 30],
  [900, 950, 50, 0],
  // Charged for days of an earlier move.
  [900, 910, 50, 0],
])('calculatePriceDifferenceDue(%d, %s, %d) returns %d', (placed, moved, collected, left) => {
  expect(calculatePriceDifferenceDue(paisa(placed), moved === null ? null : paisa(moved), paisa(collected))).toBe(left)
})

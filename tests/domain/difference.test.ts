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
  // Taken for days that it has left since.
  [900, 910, 50, 0],
])('placed at %d, moved to days of %s, %d taken: %d is left', (placed, moved, taken, left) => {
  expect(calculatePriceDifferenceDue(paisa(placed), moved === null ? null : paisa(moved), paisa(taken))).toBe(left)
})

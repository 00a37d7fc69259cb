import { describe, expect, test } from 'vitest'
import { MAX_COUNTED } from '#contract/paging.ts'
import { npr, paisa } from '#domain/money.ts'
import { formatRowCount, formatTotals } from '#islands/admin/list/format-row-count.ts'

const NAMES = ['booking', 'bookings'] as const

describe('formatRowCount', () => {
  test.each([
    [0, false, 0, '0 bookings'],
    [1, false, 1, '1 booking'],
    [1_050, false, 1_050, '1,050 bookings'],
    [25, true, 1_312, '25 of 1,312 bookings'],
    [25, true, MAX_COUNTED, '25 of 10,000 bookings'],
    [25, true, MAX_COUNTED + 1, '25 of more than 10,000 bookings'],
    [25, true, undefined, 'The first 25 bookings'],
  ])('formats %i rows (more: %s) of %s as "%s"', (shown, isMore, total, text) => {
    expect(formatRowCount(shown, isMore, total, NAMES)).toBe(text)
  })
})

test('formatTotals adds the sum of money of a list that has one', () => {
  expect(formatTotals('25 of 63 bills', paisa(26_964_000))).toBe(`25 of 63 bills, in total ${npr(paisa(26_964_000))}`)
  expect(formatTotals('2 entries', undefined)).toBe('2 entries')
})

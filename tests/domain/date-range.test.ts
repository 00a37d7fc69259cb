import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, listDays } from '#domain/calendar.ts'
import {
  calculateChangePercent,
  countRangeDays,
  getChartRange,
  getPresetRange,
  getPreviousRange,
  MAX_RANGE_DAYS,
  parseRangePreset,
  splitIntoBuckets,
  subtractRange,
} from '#domain/date-range.ts'
import { assertProperty } from '../support/property.ts'
import { day } from './business.ts'

const span = (from: string, to: string) => ({ from: day(from), to: day(to) })
const spans = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: MAX_RANGE_DAYS }))
  .map(([start, length]) => {
    const from = addDays(day('2024-01-01'), start)
    return { from, to: addDays(from, length - 1) }
  })

test.each([
  ['7d', '2026-11-25', 7],
  ['30d', '2026-11-02', 30],
  ['90d', '2026-09-03', 90],
  ['12m', '2026-01-01', 335],
] as const)('getPresetRange(%s) starts on %s and ends today after %d days', (id, from, length) => {
  expect(getPresetRange(id, day('2026-12-01'))).toEqual(span(from, '2026-12-01'))
  expect(countRangeDays(getPresetRange(id, day('2026-12-01')))).toBe(length)
  expect(parseRangePreset(id)).toBe(id)
})

test('parseRangePreset rejects other names', () => {
  for (const other of ['', '8d', undefined, 7, ['7d']]) expect(parseRangePreset(other)).toBeUndefined()
})

test('getPreviousRange returns the latest earlier range of equal length on the same weekdays', () => {
  expect(getPreviousRange(span('2026-12-01', '2026-12-01'))).toEqual(span('2026-11-24', '2026-11-24'))
  expect(getPreviousRange(span('2026-11-02', '2026-12-01'))).toEqual(span('2026-09-28', '2026-10-27'))
  assertProperty(spans, (any) => {
    const before = getPreviousRange(any)
    expect(countRangeDays(before)).toBe(countRangeDays(any))
    expect(daysBetween(before.from, any.from) % 7).toBe(0)
    expect(daysBetween(before.to, any.from)).toBeGreaterThan(0)
    expect(daysBetween(before.to, any.from)).toBeLessThanOrEqual(7)
  })
})

describe('subtractRange', () => {
  const december = span('2026-12-10', '2026-12-20')

  test.each([
    ['before', '2026-12-01', '2026-12-09', [december]],
    ['after', '2026-12-21', '2026-12-31', [december]],
    ['around', '2026-12-01', '2026-12-31', []],
    ['equal', '2026-12-10', '2026-12-20', []],
    ['over the start', '2026-12-01', '2026-12-10', [span('2026-12-11', '2026-12-20')]],
    ['over the end', '2026-12-20', '2026-12-31', [span('2026-12-10', '2026-12-19')]],
    ['inside', '2026-12-11', '2026-12-12', [span('2026-12-10', '2026-12-10'), span('2026-12-13', '2026-12-20')]],
  ])('returns what is left beside a range %s', (_, from, to, left) => {
    expect(subtractRange(december, span(from, to))).toEqual(left)
  })

  test('returns exactly the days of the range that are not in the other one, in order', () => {
    const near = fc.tuple(fc.nat(40), fc.nat(30)).map(([start, length]) => {
      const from = addDays(day('2026-12-01'), start)
      return { from, to: addDays(from, length) }
    })
    assertProperty(near, near, (range, other) => {
      const left = subtractRange(range, other).flatMap(({ from, to }) => listDays(from, to))
      const removed = new Set(listDays(other.from, other.to))
      expect(left).toEqual(listDays(range.from, range.to).filter((date) => !removed.has(date)))
    })
  })
})

describe('getChartRange', () => {
  const year = span('2026-01-01', '2026-12-01')

  test('begins a long range on the first day with a value, which can change its unit', () => {
    expect(getChartRange(year, day('2026-11-18'))).toEqual(span('2026-11-18', '2026-12-01'))
    expect(splitIntoBuckets(getChartRange(year, day('2026-11-18'))).unit).toBe('day')
    expect(splitIntoBuckets(getChartRange(year, day('2026-09-18'))).unit).toBe('week')
  })

  test('shows at least a week', () => {
    expect(getChartRange(year, day('2026-12-01'))).toEqual(span('2026-11-25', '2026-12-01'))
  })

  test('leaves a month, and a range without values, as they are', () => {
    const month = span('2026-11-02', '2026-12-01')
    expect(getChartRange(month, day('2026-11-18'))).toEqual(month)
    expect(getChartRange(year, undefined)).toEqual(year)
  })
})

describe('splitIntoBuckets', () => {
  test('returns days up to 31, weeks up to 217 days, then months', () => {
    const from = day('2026-01-10')
    const unitOf = (days: number) => splitIntoBuckets({ from, to: addDays(from, days - 1) }).unit
    expect([31, 32, 217, 218].map(unitOf)).toEqual(['day', 'week', 'week', 'month'])
  })

  test('starts and ends months and weeks with the range', () => {
    const months = splitIntoBuckets(span('2025-12-15', '2026-12-01')).buckets
    expect(months.slice(0, 2)).toEqual([span('2025-12-15', '2025-12-31'), span('2026-01-01', '2026-01-31')])
    expect(months.at(-1)).toEqual(span('2026-12-01', '2026-12-01'))
    const weeks = splitIntoBuckets(span('2026-09-01', '2026-11-30')).buckets
    expect(weeks.slice(-2)).toEqual([span('2026-11-17', '2026-11-23'), span('2026-11-24', '2026-11-30')])
  })

  test('contains every day once, in order, in at most 38 buckets', () => {
    assertProperty(spans, (any) => {
      const { buckets } = splitIntoBuckets(any)
      expect(buckets.flatMap(({ from, to }) => listDays(from, to))).toEqual(listDays(any.from, any.to))
      expect(buckets.length).toBeLessThanOrEqual(38)
    })
  })
})

test.each([
  [150, 100, 50],
  [50, 100, -50],
  [0, 100, -100],
  [100, 100, 0],
  [2, 3, -33],
  [5, 0, undefined],
  [0, 0, undefined],
])('calculateChangePercent(%d, %d) returns %s', (now, before, percent) => {
  expect(calculateChangePercent(now, before)).toBe(percent)
})

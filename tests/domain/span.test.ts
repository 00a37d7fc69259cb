import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, listDays } from '#domain/calendar.ts'
import {
  calculateChangePercent,
  countRangeDays,
  getPresetRange,
  getPreviousRange,
  MAX_RANGE_DAYS,
  parseRangePreset,
  RANGE_PRESETS,
  splitIntoBuckets,
} from '#domain/date-range.ts'
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
  ['12m', '2025-12-02', 365],
] as const)('%s ends today and begins on %s', (id, from, length) => {
  expect(getPresetRange(id, day('2026-12-01'))).toEqual(span(from, '2026-12-01'))
  expect(countRangeDays(getPresetRange(id, day('2026-12-01')))).toBe(length)
  expect(parseRangePreset(id)).toBe(id)
})

test('other names are no spans', () => {
  for (const other of ['', '8d', undefined, 7, RANGE_PRESETS]) expect(parseRangePreset(other)).toBeUndefined()
})

test('the span before is as long and ends the day before', () => {
  expect(getPreviousRange(span('2026-12-01', '2026-12-01'))).toEqual(span('2026-11-30', '2026-11-30'))
  fc.assert(
    fc.property(spans, (any) => {
      const before = getPreviousRange(any)
      expect(countRangeDays(before)).toBe(countRangeDays(any))
      expect(addDays(before.to, 1)).toBe(any.from)
    }),
  )
})

describe('pieces', () => {
  test('are days up to 31, weeks up to 217 days, then months', () => {
    const units = [31, 32, 217, 218].map(
      (days) => splitIntoBuckets({ from: day('2026-01-10'), to: addDays(day('2026-01-10'), days - 1) }).unit,
    )
    expect(units).toEqual(['day', 'week', 'week', 'month'])
  })

  test('of months begin and end with the span', () => {
    expect(splitIntoBuckets(span('2025-12-15', '2026-12-01')).buckets.slice(0, 2)).toEqual([
      span('2025-12-15', '2025-12-31'),
      span('2026-01-01', '2026-01-31'),
    ])
    expect(splitIntoBuckets(span('2025-12-15', '2026-12-01')).buckets.at(-1)).toEqual(span('2026-12-01', '2026-12-01'))
  })

  test('of weeks end with the span', () => {
    expect(splitIntoBuckets(span('2026-09-01', '2026-11-30')).buckets.slice(-2)).toEqual([
      span('2026-11-17', '2026-11-23'),
      span('2026-11-24', '2026-11-30'),
    ])
  })

  test('hold every day once, in order, and no more than can be read', () => {
    fc.assert(
      fc.property(spans, (any) => {
        const { buckets } = splitIntoBuckets(any)
        expect(buckets.flatMap(({ from, to }) => listDays(from, to))).toEqual(listDays(any.from, any.to))
        expect(buckets.length).toBeLessThanOrEqual(38)
      }),
    )
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
])('%d after %d is a change of %d percent', (now, before, percent) => {
  expect(calculateChangePercent(now, before)).toBe(percent)
})

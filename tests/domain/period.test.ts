import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween } from '#domain/calendar.ts'
import { addPeriods, coverage, datesProblem, MAX_DAYS_AHEAD, MAX_DAYS_COVERED } from '#domain/period.ts'
import type { Period } from '#domain/plan.ts'
import { assertProperty } from '../support/property.ts'
import { day, TODAY } from './business.ts'

test.each<[string, string | undefined, Period, string, number, number]>([
  ['2026-12-10', undefined, 'monthly', '2027-01-09', 1, 1],
  ['2026-12-10', '2027-01-09', 'monthly', '2027-01-09', 1, 1],
  ['2026-12-10', '2027-01-10', 'monthly', '2027-02-09', 2, 2],
  ['2026-12-10', '2026-12-10', 'monthly', '2027-01-09', 1, 1],
  ['2027-01-31', undefined, 'monthly', '2027-02-27', 1, 1],
  ['2027-01-31', '2027-02-28', 'monthly', '2027-03-30', 2, 2],
  ['2028-01-31', undefined, 'monthly', '2028-02-28', 1, 1],
  ['2027-03-01', '2027-03-08', 'weekly', '2027-03-14', 2, 1],
  ['2027-03-01', '2027-03-07', 'weekly', '2027-03-07', 1, 1],
  ['2027-03-01', undefined, 'weekly', '2027-03-07', 1, 1],
  ['2027-02-01', '2027-02-28', 'weekly', '2027-02-28', 4, 1],
  ['2027-02-01', '2027-03-01', 'weekly', '2027-03-07', 5, 2],
  ['2026-12-10', undefined, 'annual', '2027-12-09', 1, 12],
  ['2028-02-29', undefined, 'annual', '2029-02-27', 1, 12],
  ['2026-12-10', undefined, 'daily', '2026-12-10', 1, 1],
  ['2026-12-10', '2027-06-01', 'daily', '2026-12-10', 1, 1],
])('coverage(%s, %s, %s) ends on %s after %d periods and %d months', (from, end, period, to, count, months) => {
  expect(coverage(day(from), end === undefined ? undefined : day(end), period)).toEqual({ from, to, count, months })
})

test('coverage returns the fewest whole periods that reach the chosen end', () => {
  const starts = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays(TODAY, days))
  const periods = fc.constantFrom<Period>('weekly', 'monthly', 'annual')
  assertProperty(starts, fc.integer({ min: 0, max: 700 }), periods, (start, stay, period) => {
    const end = addDays(start, stay)
    const { from, to, count } = coverage(start, end, period)
    expect(from).toBe(start)
    expect(to >= end).toBe(true)
    expect(to).toBe(addDays(addPeriods(start, period, count), -1))
    if (count > 1) expect(addDays(addPeriods(start, period, count - 1), -1) < end).toBe(true)
  })
})

test('coverage of a year is twelve months', () => {
  assertProperty(fc.integer({ min: 0, max: 2_000 }), (days) => {
    const start = addDays(TODAY, days)
    expect(coverage(start, undefined, 'annual').months).toBe(12)
    expect(addPeriods(start, 'annual', 1)).toBe(addMonths(start, 12))
  })
})

describe('datesProblem', () => {
  test('limits bookings to 366 days, up to 365 days ahead', () => {
    expect(MAX_DAYS_AHEAD).toBe(365)
    expect(MAX_DAYS_COVERED).toBe(366)
  })

  test.each<[string, string | undefined, Period, string | undefined]>([
    ['2026-12-08', undefined, 'monthly', 'start_in_past'],
    ['2026-12-08', undefined, 'daily', 'start_in_past'],
    ['2026-12-09', undefined, 'monthly', undefined],
    ['2027-12-09', undefined, 'daily', undefined],
    ['2027-12-10', undefined, 'daily', 'start_too_far'],
    ['2026-12-10', '2026-12-09', 'monthly', 'end_before_start'],
    ['2026-12-10', '2026-12-10', 'monthly', undefined],
    ['2026-12-10', '2026-12-09', 'daily', undefined],
    ['2026-12-10', '2027-12-09', 'monthly', undefined],
    ['2026-12-10', '2027-12-10', 'monthly', 'too_long'],
    // The leap day makes these twelve months 366 days, the maximum.
    ['2027-12-09', '2028-12-08', 'monthly', undefined],
    ['2026-12-10', '2199-12-31', 'weekly', 'too_long'],
    ['2027-12-09', undefined, 'annual', undefined],
  ])('checks %s to %s, %s: %s', (start, end, period, problem) => {
    expect(datesProblem(day(start), end === undefined ? undefined : day(end), period, TODAY)).toBe(problem)
  })

  test('accepts only dates within the limits', () => {
    const periods = fc.constantFrom<Period>('daily', 'weekly', 'monthly', 'annual')
    const near = fc.integer({ min: -400, max: 800 })
    assertProperty(near, fc.option(near, { nil: undefined }), periods, (ahead, stay, period) => {
      const start = addDays(TODAY, ahead)
      const end = stay === undefined ? undefined : addDays(start, stay)
      if (datesProblem(start, end, period, TODAY)) return
      const { from, to } = coverage(start, end, period)
      expect(daysBetween(from, to)).toBeLessThan(366)
      expect(daysBetween(TODAY, from)).toBeGreaterThanOrEqual(0)
      expect(daysBetween(TODAY, from)).toBeLessThanOrEqual(365)
    })
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLastLookup, isLookupDue, isPaidLookupDue, type LookupSchedule } from '#domain/lookup-schedule.ts'
import { assertProperty } from '../support/property.ts'

const MINUTE = 60_000
const USUAL: LookupSchedule = { afterMinutes: [1, 5, 15, 60], everyMinutes: 60, forHours: 24 }

/** The minutes of all lookups if the clock is checked every minute. */
function lookupsAt(plan: LookupSchedule, from = 0): number[] {
  const minutes: number[] = []
  for (let minute = from; ; minute++) {
    const before = minutes.at(-1)
    if (!isLookupDue(plan, minute * MINUTE, before === undefined ? undefined : before * MINUTE)) continue
    minutes.push(minute)
    if (isLastLookup(plan, minute * MINUTE)) return minutes
  }
}

test('isLookupDue returns true after 1, 5, 15 and 60 minutes, then hourly for a day, and makes up missed lookups', () => {
  expect(lookupsAt(USUAL)).toEqual([1, 5, 15, 60, ...Array.from({ length: 23 }, (_, hour) => (hour + 2) * 60)])
  expect(lookupsAt(USUAL, 50).slice(0, 3)).toEqual([50, 60, 120])
  expect(lookupsAt(USUAL, 3_000)).toEqual([3_000])
})

test('isLookupDue returns true for the last lookup until the payment is left to staff', () => {
  expect(isLookupDue(USUAL, 24 * 60 * MINUTE, 24 * 60 * MINUTE)).toBe(true)
  expect(isLookupDue(USUAL, 24 * 60 * MINUTE - 1, 23 * 60 * MINUTE)).toBe(false)
})

test('isLookupDue follows any schedule in order until its last hour', () => {
  const plans = fc.record({
    afterMinutes: fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })
      .map((minutes) => minutes.toSorted((a, b) => a - b)),
    everyMinutes: fc.integer({ min: 1, max: 120 }),
    forHours: fc.integer({ min: 1, max: 6 }),
  })
  assertProperty(plans, (plan) => {
    const lookups = lookupsAt(plan)
    expect(lookups.slice(0, plan.afterMinutes.length)).toEqual(plan.afterMinutes)
    expect(lookups.at(-1)).toBe(plan.forHours * 60)
    const gaps = lookups
      .slice(plan.afterMinutes.length)
      .map((minute, index, rest) => minute - (rest[index - 1] ?? plan.afterMinutes.at(-1) ?? 0))
    for (const gap of gaps.slice(0, -1)) expect(gap).toBe(plan.everyMinutes)
  })
})

const DAY = 24 * 60 * MINUTE

/** The days of all lookups of a paid payment if the clock is checked every six hours. */
function paidLookupsAt(from = 0): number[] {
  const days: number[] = []
  for (let day = from; day < 100; day += 0.25) {
    const before = days.at(-1)
    if (isPaidLookupDue(day * DAY, before === undefined ? 60_000 : before * DAY)) days.push(day)
  }
  return days
}

test('isPaidLookupDue returns true after 1, 3, 7, 14 and 30 days, and makes up one missed lookup, up to 45 days', () => {
  expect(paidLookupsAt()).toEqual([1, 3, 7, 14, 30])
  expect(paidLookupsAt(5)).toEqual([5, 7, 14, 30])
  expect(paidLookupsAt(40)).toEqual([40])
  expect(paidLookupsAt(45)).toEqual([])
})

test('isPaidLookupDue skips a lookup after another recent one', () => {
  expect(isPaidLookupDue(4 * DAY, 3.5 * DAY)).toBe(false)
  expect(isPaidLookupDue(7 * DAY, 3.5 * DAY)).toBe(true)
  expect(isPaidLookupDue(2 * DAY, undefined)).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLastLookup, isLookupDue, isPaidLookupDue, type LookupSchedule } from '#domain/lookup-schedule.ts'

const MINUTE = 60_000
const USUAL: LookupSchedule = { afterMinutes: [1, 5, 15, 60], everyMinutes: 60, forHours: 24 }

/** The minutes at which somebody who looks at the clock every minute asks, until the last question. */
function askedAt(plan: LookupSchedule, from = 0): number[] {
  const minutes: number[] = []
  for (let minute = from; ; minute++) {
    const before = minutes.at(-1)
    if (!isLookupDue(plan, minute * MINUTE, before === undefined ? undefined : before * MINUTE)) continue
    minutes.push(minute)
    if (isLastLookup(plan, minute * MINUTE)) return minutes
  }
}

test('asked after 1, 5, 15 and 60 minutes, then hourly for a day', () => {
  expect(askedAt(USUAL)).toEqual([1, 5, 15, 60, ...Array.from({ length: 23 }, (_, hour) => (hour + 2) * 60)])
})

test('questions that were missed are asked once', () => {
  expect(askedAt(USUAL, 50).slice(0, 3)).toEqual([50, 60, 120])
  expect(askedAt(USUAL, 3_000)).toEqual([3_000])
})

test('the last question stays due until the rest is left to staff', () => {
  expect(isLookupDue(USUAL, 24 * 60 * MINUTE, 24 * 60 * MINUTE)).toBe(true)
  expect(isLookupDue(USUAL, 24 * 60 * MINUTE - 1, 23 * 60 * MINUTE)).toBe(false)
})

test('whatever the plan, questions come in its order and end with its hours', () => {
  const plans = fc.record({
    afterMinutes: fc
      .uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 })
      .map((minutes) => minutes.toSorted((a, b) => a - b)),
    everyMinutes: fc.integer({ min: 1, max: 120 }),
    forHours: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(plans, (plan) => {
      const asked = askedAt(plan)
      expect(asked.slice(0, plan.afterMinutes.length)).toEqual(plan.afterMinutes)
      expect(asked.at(-1)).toBe(plan.forHours * 60)
      const gaps = asked
        .slice(plan.afterMinutes.length)
        .map((minute, index, rest) => minute - (rest[index - 1] ?? plan.afterMinutes.at(-1) ?? 0))
      for (const gap of gaps.slice(0, -1)) expect(gap).toBe(plan.everyMinutes)
    }),
  )
})

const DAY = 24 * 60 * MINUTE

/** The days at which somebody who looks every six hours asks about a paid payment, looking on from one of them. */
function paidAskedAt(from = 0): number[] {
  const days: number[] = []
  for (let day = from; day < 100; day += 0.25) {
    const before = days.at(-1)
    if (isPaidLookupDue(day * DAY, before === undefined ? 60_000 : before * DAY)) days.push(day)
  }
  return days
}

test('what is paid is asked about after 1, 3, 7, 14 and 30 days, and never again', () => {
  expect(paidAskedAt()).toEqual([1, 3, 7, 14, 30])
})

test('of questions about paid payments that were missed one is made up for, while it is not too late for any', () => {
  expect(paidAskedAt(5)).toEqual([5, 7, 14, 30])
  expect(paidAskedAt(40)).toEqual([40])
  expect(paidAskedAt(45)).toEqual([])
})

test('whoever asked anyway spares a question about a paid payment', () => {
  expect(isPaidLookupDue(4 * DAY, 3.5 * DAY)).toBe(false)
  expect(isPaidLookupDue(7 * DAY, 3.5 * DAY)).toBe(true)
  expect(isPaidLookupDue(2 * DAY, undefined)).toBe(true)
})

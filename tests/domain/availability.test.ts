import { expect, test } from 'vitest'
import { findNearestFreeStarts, formatFreeSeats, isFull, isNearlyFull, seatsLeft } from '#domain/availability.ts'
import type { Period } from '#domain/plan.ts'
import { day } from './business.ts'

const on = (taken: number, seats = 30) => ({ date: day('2026-12-17'), seats, taken })
const neverClosed = () => false
const window = { from: day('2026-12-03'), to: day('2027-02-28') }

test('isFull returns true if more seats are needed than are left', () => {
  expect(isFull(on(29), 1)).toBe(false)
  expect(isFull(on(30), 1)).toBe(true)
  expect(isFull(on(26), 4)).toBe(false)
  expect(isFull(on(27), 4)).toBe(true)
})

test('isNearlyFull returns true for few seats left, but not for a full day', () => {
  expect(isNearlyFull(on(24), 1)).toBe(false)
  expect(isNearlyFull(on(25), 1)).toBe(true)
  expect(isNearlyFull(on(30), 1)).toBe(false)
  expect(isNearlyFull(on(26), 4)).toBe(true)
  expect(isNearlyFull(on(27), 4)).toBe(false)
  expect(seatsLeft(on(31))).toBe(0)
})

test.each([
  [on(18), false, '12 seats free today'],
  [on(29), false, '1 seat free today'],
  [on(31), false, 'Full today'],
  [on(18), true, 'Closed today'],
])('formatFreeSeats of %j, closed: %j, returns %j', (seats, isClosed, text) => {
  expect(formatFreeSeats(seats, isClosed, 'today')).toBe(text)
})

test.each<[Period, string, string[], string[]]>([
  // The wanted start if all its days are free; the last one is 9 January.
  ['monthly', '2026-12-10', [], ['2026-12-10']],
  ['monthly', '2026-12-10', ['2027-01-10'], ['2026-12-10']],
  // A start on each side of full days, the nearer first.
  ['monthly', '2026-12-10', ['2027-01-09'], ['2026-12-09', '2027-01-10']],
  ['daily', '2026-12-17', ['2026-12-17'], ['2026-12-16', '2026-12-18']],
  // No start before the range.
  ['daily', '2026-12-02', [], ['2026-12-03']],
  ['daily', '2026-12-03', ['2026-12-03'], ['2026-12-04']],
])('findNearestFreeStarts of a %s stay from %s with the full days %j returns %j', (period, wanted, full, starts) => {
  expect(findNearestFreeStarts(day(wanted), { period, count: 1 }, full.map(day), window, neverClosed)).toEqual(starts)
})

test('findNearestFreeStarts returns nothing if the range has no free start', () => {
  const [full, range] = [[day('2026-12-10'), day('2027-02-28')], { from: day('2026-12-03'), to: day('2026-12-10') }]
  expect(findNearestFreeStarts(day('2026-12-10'), { period: 'monthly', count: 1 }, full, range, neverClosed)).toEqual(
    [],
  )
})

test('findNearestFreeStarts starts on no closed day, but covers them', () => {
  const closed = ['2026-12-16', '2026-12-17'].map(day)
  const starts = (period: Period, full: string[] = []) =>
    findNearestFreeStarts(day('2026-12-17'), { period, count: 1 }, full.map(day), window, (date) =>
      closed.includes(date),
    )
  expect(starts('daily')).toEqual(['2026-12-18', '2026-12-15'])
  expect(starts('daily', ['2026-12-18'])).toEqual(['2026-12-15', '2026-12-19'])
  expect(starts('monthly')).toEqual(['2026-12-18', '2026-12-15'])
})

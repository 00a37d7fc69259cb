import { expect, test } from 'vitest'
import { findNearestFreeStarts, isFull, isNearlyFull, seatsLeft } from '#domain/availability.ts'
import type { IsoDate } from '#domain/calendar.ts'

const day = (text: string) => text as IsoDate
const on = (taken: number, seats = 30) => ({ date: day('2026-12-17'), seats, taken })
const window = { from: day('2026-12-03'), to: day('2027-02-28') }
const month = { period: 'monthly', count: 1 } as const

test('a day is full for a plan that needs more seats than are left', () => {
  expect(isFull(on(29), 'professional')).toBe(false)
  expect(isFull(on(30), 'professional')).toBe(true)
  expect(isFull(on(26), 'private-office')).toBe(false)
  expect(isFull(on(27), 'private-office')).toBe(true)
})

test('a day with few seats left is nearly full, a full one is not', () => {
  expect(isNearlyFull(on(24), 'professional')).toBe(false)
  expect(isNearlyFull(on(25), 'professional')).toBe(true)
  expect(isNearlyFull(on(30), 'professional')).toBe(false)
  expect(seatsLeft(on(31))).toBe(0)
})

test('a start whose days are all free needs no other', () => {
  expect(findNearestFreeStarts(day('2026-12-10'), month, [], window)).toEqual(['2026-12-10'])
  // The last day covered is 9 January.
  expect(findNearestFreeStarts(day('2026-12-10'), month, [day('2027-01-10')], window)).toEqual(['2026-12-10'])
})

test('the nearest starts lie on both sides of the full days, the nearer one first', () => {
  expect(findNearestFreeStarts(day('2026-12-10'), month, [day('2027-01-09')], window)).toEqual([
    '2026-12-09',
    '2027-01-10',
  ])
  expect(findNearestFreeStarts(day('2026-12-17'), { period: 'daily', count: 1 }, [day('2026-12-17')], window)).toEqual([
    '2026-12-16',
    '2026-12-18',
  ])
})

test('finds no start before the first one allowed', () => {
  const oneDay = { period: 'daily', count: 1 } as const
  expect(findNearestFreeStarts(day('2026-12-02'), oneDay, [], window)).toEqual(['2026-12-03'])
  expect(findNearestFreeStarts(day('2026-12-03'), oneDay, [day('2026-12-03')], window)).toEqual(['2026-12-04'])
})

test('nothing is found outside the days looked at', () => {
  const full = [day('2026-12-10'), day('2027-02-28')]
  expect(
    findNearestFreeStarts(day('2026-12-10'), month, full, { from: day('2026-12-03'), to: day('2026-12-10') }),
  ).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, listDays } from '#domain/calendar.ts'
import { BILLINGS } from '#domain/plan.ts'
import {
  BOUGHT_BUCKET,
  findAllowancePeriod,
  includedMinutes,
  listAllowancePeriods,
  spendMinutes,
} from '#domain/room-balance.ts'
import { assertProperty } from '../support/property.ts'
import { day } from './business.ts'

const booked = (period: 'daily' | 'weekly' | 'monthly' | 'annual', from: string, to: string) => ({
  period,
  startDate: day(from),
  endDate: day(to),
})
const range = (from: string, to: string) => ({ from: day(from), to: day(to) })

describe('listAllowancePeriods', () => {
  test('returns the months of a booking by its own first day', () => {
    expect(listAllowancePeriods(booked('monthly', '2027-01-31', '2027-03-30'))).toEqual([
      range('2027-01-31', '2027-02-27'),
      range('2027-02-28', '2027-03-30'),
    ])
    expect(listAllowancePeriods(booked('annual', '2026-12-10', '2027-12-09'))).toHaveLength(12)
  })

  test('returns weeks where a booking is billed by the week, cut at its end', () => {
    expect(listAllowancePeriods(booked('weekly', '2026-12-10', '2026-12-20'))).toEqual([
      range('2026-12-10', '2026-12-16'),
      range('2026-12-17', '2026-12-20'),
    ])
  })

  test('returns none for a day pass', () => {
    expect(listAllowancePeriods(booked('daily', '2026-12-10', '2026-12-10'))).toEqual([])
  })

  test('has each day of a booking once', () => {
    const arbitrary = fc.tuple(
      fc.constantFrom(...BILLINGS),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 0, max: 500 }),
    )
    assertProperty(arbitrary, ([period, start, length]) => {
      const startDate = addDays(day('2026-01-01'), start)
      const booking = { period, startDate, endDate: addDays(startDate, length) }
      const days = listAllowancePeriods(booking).flatMap(({ from, to }) => listDays(from, to))
      expect(days).toEqual(listDays(startDate, booking.endDate))
    })
  })
})

test('findAllowancePeriod returns the month of a day', () => {
  const booking = booked('monthly', '2026-12-10', '2027-02-09')
  expect(findAllowancePeriod(booking, day('2027-01-09'))).toEqual(range('2026-12-10', '2027-01-09'))
  expect(findAllowancePeriod(booking, day('2027-01-10'))).toEqual(range('2027-01-10', '2027-02-09'))
  expect(findAllowancePeriod(booking, day('2027-02-10'))).toBeUndefined()
})

test.each([
  ['daily', 1, 0],
  ['weekly', 1, 120],
  ['monthly', 1, 480],
  ['annual', 3, 1440],
] as const)('a %s booking of %d seats includes %d of 480 minutes a month', (period, seats, minutes) =>
  expect(includedMinutes(480, { period, seats })).toBe(minutes),
)

describe('spendMinutes', () => {
  const month = day('2026-12-10')

  test('uses included minutes first', () => {
    const balances = [
      { bucket: BOUGHT_BUCKET, minutes: 120 },
      { bucket: month, minutes: 60 },
    ] as const
    expect(spendMinutes(balances, 60)).toEqual([{ bucket: month, minutes: 60 }])
    expect(spendMinutes(balances, 90)).toEqual([
      { bucket: month, minutes: 60 },
      { bucket: BOUGHT_BUCKET, minutes: 30 },
    ])
    expect(spendMinutes(balances, 210)).toBeUndefined()
  })

  test('uses exactly what is asked for, never more than a bucket has', () => {
    const minutes = fc.integer({ min: 0, max: 20 }).map((slots) => slots * 30)
    assertProperty(minutes, minutes, minutes, (included, bought, wanted) => {
      const balances = [
        { bucket: month, minutes: included },
        { bucket: BOUGHT_BUCKET, minutes: bought },
      ] as const
      const used = spendMinutes(balances, wanted)
      expect(used === undefined).toBe(wanted > included + bought)
      for (const { bucket, minutes } of used ?? [])
        expect(minutes).toBeLessThanOrEqual(balances.find((balance) => balance.bucket === bucket)?.minutes ?? 0)
      if (used) expect(used.reduce((total, { minutes }) => total + minutes, 0)).toBe(wanted)
      const boughtUsed = used?.find(({ bucket }) => bucket === BOUGHT_BUCKET)?.minutes ?? 0
      expect(boughtUsed).toBe(used ? Math.max(0, wanted - included) : 0)
    })
  })
})

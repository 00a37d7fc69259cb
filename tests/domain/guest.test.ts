import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { calculateGuestBalance, hasGuestDayLeft } from '#domain/guest.ts'
import { assertProperty } from '../support/property.ts'
import { day } from './business.ts'

/** Two months of two seats, with 5 guest days each, and 3 bought passes. */
const TWO_MONTHS = {
  period: 'monthly' as const,
  startDate: day('2026-12-10'),
  endDate: day('2027-02-09'),
  seats: 2,
  includedGuestDays: 5,
  bought: 3,
}
const balance = (count: number, date = day('2026-12-20')) =>
  calculateGuestBalance({ ...TWO_MONTHS, days: Array(count).fill(date) })

test('guests use the included days of their month first, then bought passes', () => {
  expect(balance(4)).toEqual({
    included: [
      { from: '2026-12-10', to: '2027-01-09', guests: 10, left: 6 },
      { from: '2027-01-10', to: '2027-02-09', guests: 10, left: 10 },
    ],
    bought: 3,
  })
  expect(balance(12)).toMatchObject({ included: [{ left: 0 }, { left: 10 }], bought: 1 })
})

test('bought passes stay used by guests of days before the booking was moved', () => {
  const moved = { ...TWO_MONTHS, startDate: day('2026-12-20'), endDate: day('2027-02-19') }
  const days = [...Array(11).fill(day('2026-12-19')), ...Array(11).fill(day('2026-11-19')), day('2026-12-20')]
  expect(calculateGuestBalance({ ...moved, days })).toMatchObject({ included: [{ left: 9 }, { left: 10 }], bought: 1 })
})

test('a guest day is left while the month or the bought passes have one', () => {
  const isLeft = (count: number, date: string) => hasGuestDayLeft(balance(count), day(date))
  expect(isLeft(12, '2026-12-31')).toBe(true)
  expect(isLeft(13, '2026-12-31')).toBe(false)
  expect(isLeft(13, '2027-01-10')).toBe(true)
})

test('a week includes a quarter of the guest days of each seat, rounded down', () => {
  const week = { ...TWO_MONTHS, period: 'weekly' as const, endDate: day('2026-12-16'), seats: 3, days: [] }
  expect(calculateGuestBalance(week).included).toEqual([{ from: '2026-12-10', to: '2026-12-16', guests: 3, left: 3 }])
})

test('no more guests can be announced than are included and bought', () => {
  const offsets = fc.array(fc.nat(61), { maxLength: 60 })
  assertProperty(offsets, fc.nat(5), (wanted, bought) => {
    const days: ReturnType<typeof day>[] = []
    for (const offset of wanted) {
      const date = addDays(TWO_MONTHS.startDate, offset)
      if (hasGuestDayLeft(calculateGuestBalance({ ...TWO_MONTHS, bought, days }), date)) days.push(date)
    }
    const first = days.filter((date) => date < '2027-01-10').length
    expect(Math.max(0, first - 10) + Math.max(0, days.length - first - 10)).toBeLessThanOrEqual(bought)
  })
})

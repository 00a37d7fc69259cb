import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate, listDays } from '#domain/calendar.ts'
import { calculatePeakSeats, calculateUnpaidSeatLimit, isCrowded, needsConfirmedEmail } from '#domain/unpaid-holds.ts'
import { assertProperty } from '../support/property.ts'

const FIRST = '2026-12-10' as IsoDate

test.each([
  [40, 0.5, 20],
  [31, 0.5, 15],
  [1, 0.5, 0],
  [40, 0, 0],
  [40, 1, 40],
])('calculateUnpaidSeatLimit(%i, %f) returns %i', (capacity, share, limit) => {
  expect(calculateUnpaidSeatLimit(capacity, share)).toBe(limit)
})

describe('needsConfirmedEmail', () => {
  const aarati = { email: 'aarati@example.com', phone: '+9779841234567' }
  const other = (number: number) => ({ email: `${number}@example.com`, phone: `+97798400000${number}` })
  const month = { from: FIRST, to: '2027-01-09' as IsoDate, ...aarati }
  const live = (count: number, seats = 1, contact = aarati) =>
    Array.from({ length: count }, () => ({ ...contact, seats }))
  const strangers = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ ...other(10 + number), seats: 1 }))

  test.each([
    ['one booking of a month', false, live(1)],
    ['3 bookings of a contact', false, live(3)],
    ['4 bookings of a contact', true, live(4)],
    ['6 seats of a contact', false, live(1, 6)],
    ['8 seats of a contact', true, live(2, 4)],
    ['10 bookings of a network', false, [...live(1), ...strangers(9)]],
    ['11 bookings of a network', true, [...live(1), ...strangers(10)]],
    ['4 bookings with one email and other phones', true, live(4, 1, { ...aarati, phone: '1' })],
    ['4 bookings with one email in other letters', true, live(4, 1, { email: 'AARATI@example.com', phone: '1' })],
    ['4 bookings with one phone and other emails', true, live(4, 1, { ...aarati, email: 'b@example.com' })],
  ])('checks %s: %s', (_, needed, live) => expect(needsConfirmedEmail(month, live)).toBe(needed))

  test.each([
    ['2026-12-10', '2027-01-09', false],
    ['2026-12-10', '2027-01-10', true],
    ['2027-01-31', '2027-02-27', false],
    ['2026-12-10', '2027-12-09', true],
  ])('checks a transfer from %s to %s: %s', (from, to, needed) => {
    expect(needsConfirmedEmail({ ...aarati, from: from as IsoDate, to: to as IsoDate }, live(1))).toBe(needed)
  })
})

test('isCrowded returns true above half of the seats', () => {
  expect([isCrowded(20, 40), isCrowded(21, 40)]).toEqual([false, true])
})

describe('calculatePeakSeats', () => {
  test('returns the seats of the fullest day of the range, 0 without stays', () => {
    expect(calculatePeakSeats([], { from: FIRST, to: FIRST })).toBe(0)
    const day = fc.integer({ min: 0, max: 20 }).map((number) => addDays(FIRST, number))
    const span = fc.tuple(day, day).map(([one, other]) => {
      return one < other ? { from: one, to: other } : { from: other, to: one }
    })
    const stay = fc.record({ span, seats: fc.constantFrom(1, 4) })
    assertProperty(fc.array(stay), span, (stays, { from, to }) => {
      const list = stays.map(({ span, seats }) => ({ ...span, seats }))
      const byDay = listDays(from, to).map((date) =>
        list.reduce((sum, { from, to, seats }) => (from <= date && date <= to ? sum + seats : sum), 0),
      )
      expect(calculatePeakSeats(list, { from, to })).toBe(Math.max(...byDay))
    })
  })
})

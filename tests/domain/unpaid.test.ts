import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type IsoDate, listDays } from '#domain/calendar.ts'
import { calculatePeakSeats, calculateUnpaidSeatLimit, isCrowded, needsConfirmedEmail } from '#domain/unpaid-holds.ts'

const FIRST = '2026-12-10' as IsoDate

describe('unpaidLimit', () => {
  test.each([
    [40, 0.5, 20],
    [31, 0.5, 15],
    [1, 0.5, 0],
    [40, 0, 0],
    [40, 1, 40],
  ])('of %i seats and a share of %f allows %i', (capacity, share, limit) => {
    expect(calculateUnpaidSeatLimit(capacity, share)).toBe(limit)
  })
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
    ['one booking of a month', live(1), false],
    ['3 bookings of a contact', live(3), false],
    ['4 bookings of a contact', live(4), true],
    ['6 seats of a contact', live(1, 6), false],
    ['8 seats of a contact', live(2, 4), true],
    ['10 bookings of a network', [...live(1), ...strangers(9)], false],
    ['11 bookings of a network', [...live(1), ...strangers(10)], true],
    ['4 bookings with one email and other phones', live(4, 1, { ...aarati, phone: '1' }), true],
    ['4 bookings with one email in other letters', live(4, 1, { email: 'AARATI@example.com', phone: '1' }), true],
    ['4 bookings with one phone and other emails', live(4, 1, { ...aarati, email: 'b@example.com' }), true],
  ])('for %s is %s', (_, live, needed) => {
    expect(needsConfirmedEmail(month, live)).toBe(needed)
  })

  test.each([
    ['2026-12-10', '2027-01-09', false],
    ['2026-12-10', '2027-01-10', true],
    ['2027-01-31', '2027-02-27', false],
    ['2026-12-10', '2027-12-09', true],
  ])('for a transfer from %s to %s is %s', (from, to, needed) => {
    expect(needsConfirmedEmail({ ...aarati, from: from as IsoDate, to: to as IsoDate }, live(1))).toBe(needed)
  })
})

describe('isCrowded', () => {
  test.each([
    [20, false],
    [21, true],
  ])('with %i of 40 seats held is %s', (held, crowded) => {
    expect(isCrowded(held, 40)).toBe(crowded)
  })
})

describe('mostSeats', () => {
  test('is 0 without stays', () => {
    expect(calculatePeakSeats([], { from: FIRST, to: FIRST })).toBe(0)
  })

  test('is the sum of the fullest day of the span, whatever the stays', () => {
    const day = fc.integer({ min: 0, max: 20 }).map((number) => addDays(FIRST, number))
    const span = fc
      .tuple(day, day)
      .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }))
    const stay = fc.record({ span, seats: fc.constantFrom(1, 4) })
    fc.assert(
      fc.property(fc.array(stay), span, (stays, { from, to }) => {
        const list = stays.map(({ span, seats }) => ({ ...span, seats }))
        const byDay = listDays(from, to).map((date) =>
          list.reduce((sum, { from, to, seats }) => (from <= date && date <= to ? sum + seats : sum), 0),
        )
        expect(calculatePeakSeats(list, { from, to })).toBe(Math.max(...byDay))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysFrom, type IsoDate } from '#domain/calendar.ts'
import { isCrowded, mostSeats, unpaidLimit } from '#domain/unpaid.ts'

const FIRST = '2026-12-10' as IsoDate

describe('unpaidLimit', () => {
  test.each([
    [40, 0.5, 20],
    [31, 0.5, 15],
    [1, 0.5, 0],
    [40, 0, 0],
    [40, 1, 40],
  ])('of %i seats and a share of %f allows %i', (capacity, share, limit) => {
    expect(unpaidLimit(capacity, share)).toBe(limit)
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
    expect(mostSeats([], { from: FIRST, to: FIRST })).toBe(0)
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
        const byDay = daysFrom(from, to).map((date) =>
          list.reduce((sum, { from, to, seats }) => (from <= date && date <= to ? sum + seats : sum), 0),
        )
        expect(mostSeats(list, { from, to })).toBe(Math.max(...byDay))
      }),
    )
  })
})

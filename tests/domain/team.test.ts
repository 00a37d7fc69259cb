import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAN_IDS } from '#domain/plan.ts'
import {
  countChosenSeats,
  countPricedSeats,
  countSeatsTaken,
  formatSeats,
  getMaxGuestPasses,
  MAX_SEATS,
  parseSeats,
} from '#domain/team.ts'
import { assertProperty } from '../support/property.ts'

test.each([
  ['explorer', 1, 0, 1],
  ['explorer', 3, 2, 5],
  ['professional', 3, 2, 3],
  ['enterprise', 20, 0, 20],
  ['private-office', 1, 0, 4],
  ['private-office', 9, 3, 4],
] as const)('countSeatsTaken of %s with %d seats and %d guests returns %d', (planId, seats, guestPasses, taken) => {
  expect(countSeatsTaken({ planId, seats, guestPasses })).toBe(taken)
})

test.each([
  [2, 0, '2'],
  [2, 1, '1 + 1 guest'],
  [5, 2, '3 + 2 guests'],
] as const)('formatSeats(%d, %d) returns %s', (seats, guests, text) => expect(formatSeats(seats, guests)).toBe(text))

test('countChosenSeats reverses countSeatsTaken', () => {
  const seating = fc.record({
    planId: fc.constantFrom(...PLAN_IDS.filter((id) => id !== 'private-office')),
    seats: fc.integer({ min: 1, max: MAX_SEATS }),
    guestPasses: fc.nat(20),
  })
  assertProperty(seating, (chosen) => {
    expect(countChosenSeats({ ...chosen, seats: countSeatsTaken(chosen) })).toBe(chosen.seats)
  })
})

test('countChosenSeats returns 1 for a day pass with one seat and several guests, as they once were', () => {
  expect(countChosenSeats({ planId: 'explorer', seats: 1, guestPasses: 3 })).toBe(1)
})

test('a Private Office is paid for once', () => {
  expect(PLAN_IDS.map((id) => countPricedSeats(id, 4))).toEqual([4, 4, 4, 1])
})

test('getMaxGuestPasses allows one guest for each seat of a day pass, else two for each seat and day', () => {
  expect(getMaxGuestPasses('explorer', 3, 1)).toBe(3)
  expect(getMaxGuestPasses('professional', 1, 7)).toBe(14)
  expect(getMaxGuestPasses('enterprise', 5, 31)).toBe(310)
  expect(getMaxGuestPasses('private-office', 1, 7)).toBe(56)
})

test('parseSeats reads 1 to 20 only', () => {
  expect([1, 20, 0, 21, 1.5, Number.NaN, '3', null].map(parseSeats)).toEqual([1, 20, ...Array(6).fill(undefined)])
})

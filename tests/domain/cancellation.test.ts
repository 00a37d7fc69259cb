import { expect, test } from 'vitest'
import {
  calculateCancellationRefund,
  calculateFreeCancellationEnd,
  calculateOwnCancellationRefund,
  isWithinGuarantee,
  retainPassedCancellationEnd,
} from '#domain/cancellation.ts'
import { paisa } from '#domain/money.ts'
import { day, hours } from './business.ts'

test('calculateCancellationRefund refunds in full until 24 hours before the first day opens', () => {
  // It opens at 10:00 in Kathmandu.
  const kausimaa = { openingHours: hours(['10:00', '18:00'], ['10:00', '18:00']) }
  const until = calculateFreeCancellationEnd(kausimaa, day('2026-12-10'))
  expect(new Date(until).toISOString()).toBe('2026-12-09T04:15:00.000Z')
  const paidAmount = paisa(984_250)
  expect(calculateCancellationRefund(paidAmount, until, until)).toBe(984_250)
  expect(calculateCancellationRefund(paidAmount, until, until + 1)).toBe(0)
})

test('retainPassedCancellationEnd returns a limit only once it has passed', () => {
  const until = Date.parse('2026-12-09T04:15:00.000Z')
  expect(retainPassedCancellationEnd(until, until)).toBeUndefined()
  expect(retainPassedCancellationEnd(until, until + 1)).toBe(until)
})

test('isWithinGuarantee returns true for the first thirty days', () => {
  expect(isWithinGuarantee(day('2026-12-01'), day('2026-12-30'))).toBe(true)
  expect(isWithinGuarantee(day('2026-12-01'), day('2026-12-31'))).toBe(false)
})

test.each([
  ['confirmed', 0, 950_000],
  ['confirmed', 1, 0],
  ['needs_decision', 1, 950_000],
] as const)(
  'calculateOwnCancellationRefund of a booking in %s, %i ms after the limit, is %i',
  (state, after, refund) => {
    expect(calculateOwnCancellationRefund(state, paisa(950_000), 1_000, 1_000 + after)).toBe(refund)
  },
)

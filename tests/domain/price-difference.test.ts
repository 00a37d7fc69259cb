import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ATTEMPT_STATES, methodFee, PAYMENT_PURPOSES } from '#domain/payment.ts'
import {
  calculateMoveDifference,
  calculatePriceDifferenceDue,
  isRefundedInFull,
  sumCharged,
} from '#domain/price-difference.ts'
import { assertProperty } from '../support/property.ts'

test.each([
  [900, null, 0, 0],
  [900, 900, 0, 0],
  [900, 800, 0, 0],
  [900, 950, 0, 50],
  [900, 950, 20, 30],
  [900, 950, 50, 0],
  // Charged for days of an earlier move.
  [900, 910, 50, 0],
])('calculatePriceDifferenceDue(%d, %s, %d) returns %d', (placed, moved, collected, left) => {
  expect(calculatePriceDifferenceDue(paisa(placed), moved === null ? null : paisa(moved), paisa(collected))).toBe(left)
})

test.each([
  [950, 900, 50],
  [900, 900, 0],
  [800, 900, 0],
  [900, 0, 900],
])('calculateMoveDifference(%d, %d) returns %d', (price, charged, difference) => {
  expect(calculateMoveDifference(paisa(price), paisa(charged))).toBe(difference)
})

describe('sumCharged', () => {
  const payment = (over: object = {}) => ({
    state: 'confirmed' as const,
    purpose: 'booking' as const,
    amount: paisa(1_000),
    fee: paisa(0),
    received: null,
    ...over,
  })

  test('adds booking and difference, without fees', () => {
    const card = payment({ purpose: 'difference', amount: paisa(230), fee: paisa(30) })
    expect(sumCharged([payment(), card])).toBe(1_200)
    expect(sumCharged([])).toBe(0)
  })

  test('ignores extra hours', () => {
    expect(PAYMENT_PURPOSES.filter((purpose) => sumCharged([payment({ purpose })]) > 0)).toEqual([
      'booking',
      'difference',
    ])
  })

  test('counts what was received, also after a refund as goodwill', () => {
    expect(sumCharged([payment({ received: paisa(900) })])).toBe(900)
    expect(ATTEMPT_STATES.filter((state) => sumCharged([payment({ state })]) > 0)).toEqual([
      'confirmed',
      'partly_refunded',
      'refunded',
    ])
  })

  test.each([
    [[], false],
    [['confirmed'], false],
    [['partly_refunded'], false],
    [['failed'], false],
    [['refunded'], true],
    [['failed', 'refunded'], true],
    [['confirmed', 'refunded'], false],
    [['refunded', 'partly_refunded'], false],
  ] as const)('isRefundedInFull of payments that are %j returns %s', (states, isRefunded) => {
    expect(isRefundedInFull(states.map((state) => ({ state, purpose: 'booking' })))).toBe(isRefunded)
    expect(isRefundedInFull(states.map((state) => ({ state, purpose: 'hours' })))).toBe(false)
  })

  test('makes a move to the same price free, by every method', () => {
    assertProperty(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.constantFrom('stripe' as const, 'esewa' as const),
      (price, method) => {
        const fee = methodFee(method, paisa(price))
        const charged = sumCharged([payment({ amount: paisa(price + fee), fee })])
        expect(calculateMoveDifference(paisa(price), charged)).toBe(0)
        expect(calculateMoveDifference(paisa(price + 1), charged)).toBe(1)
      },
    )
  })
})

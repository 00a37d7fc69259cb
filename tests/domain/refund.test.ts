import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ATTEMPT_STATES, canSettle } from '#domain/payment.ts'
import {
  canDeclineRefund,
  canTransitionRefund,
  getRefundableAmount,
  isCountedRefund,
  isOpenRefund,
  isRefundable,
  REFUND_STATES,
  stateAfterFailedRefund,
  stateAfterRefunds,
  sumRefundableAmounts,
} from '#domain/refund.ts'

describe('a refund', () => {
  test('makes the listed moves and no other', () => {
    const listed = ['requested sent', 'requested done', 'requested failed', 'sent done', 'sent failed', 'done failed']
    const moves = REFUND_STATES.flatMap((from) => REFUND_STATES.map((to) => [from, to] as const))
    expect(moves.filter(([from, to]) => canTransitionRefund(from, to)).map((move) => move.join(' '))).toEqual(listed)
  })

  test('counts against what was received until it is known to have failed', () => {
    expect(REFUND_STATES.filter(isCountedRefund)).toEqual(['requested', 'sent', 'done'])
    expect(REFUND_STATES.filter(isOpenRefund)).toEqual(['requested', 'sent'])
  })

  test('on its way leaves the promise standing; without one, staff may say that nothing goes back', () => {
    const keeps = REFUND_STATES.filter((state) => canDeclineRefund(paisa(1), ['failed', state, 'done']))
    expect(keeps).toEqual(['done', 'failed'])
    expect([canDeclineRefund(paisa(1), []), canDeclineRefund(paisa(0), [])]).toEqual([true, false])
  })

  test('is for money that is here', () => {
    expect(ATTEMPT_STATES.filter(isRefundable)).toEqual(['confirmed', 'mismatch', 'partly_refunded'])
  })
})

test('what is in our hands is what came less what went back, of every payment whose money may be here', () => {
  const payment = (over: object = {}) => ({
    state: 'confirmed' as const,
    amount: paisa(1_000),
    received: null,
    refunded: paisa(0),
    ...over,
  })
  expect(sumRefundableAmounts([])).toBe(0)
  expect(sumRefundableAmounts([payment(), payment({ received: paisa(900), refunded: paisa(100) })])).toBe(1_800)
  // Of one that does not match only what is known to have come.
  expect(
    sumRefundableAmounts([payment({ state: 'mismatch' }), payment({ state: 'mismatch', received: paisa(7) })]),
  ).toBe(7)
  const known = ATTEMPT_STATES.map((state) => [state, getRefundableAmount(payment({ state, received: paisa(5) }))])
  expect(known.filter(([, left]) => left !== 0)).toEqual([
    ['confirmed', 5],
    ['mismatch', 5],
    ['partly_refunded', 5],
  ])
})

describe('a payment of which money went back', () => {
  test.each([
    ['confirmed', 0, 'confirmed'],
    ['confirmed', 1, 'partly_refunded'],
    ['confirmed', 99, 'partly_refunded'],
    ['confirmed', 100, 'refunded'],
    ['partly_refunded', 100, 'refunded'],
    ['mismatch', 0, 'mismatch'],
    ['mismatch', 99, 'mismatch'],
    ['mismatch', 100, 'refunded'],
  ] as const)('%s, %d of 100 paisa: %s', (state, refunded, after) => {
    expect(stateAfterRefunds(state, paisa(100), paisa(refunded))).toBe(after)
  })

  test.each([
    ['refunded', 0, 'confirmed'],
    ['refunded', 1, 'partly_refunded'],
    ['partly_refunded', 0, 'confirmed'],
    ['mismatch', 0, 'mismatch'],
  ] as const)('%s, and came again but for %d paisa: %s', (state, refunded, after) => {
    expect(stateAfterFailedRefund(state, paisa(refunded))).toBe(after)
  })

  test('only makes moves that the table of payments lists', () => {
    const states = fc.constantFrom(...ATTEMPT_STATES.filter(isRefundable))
    fc.assert(
      fc.property(states, fc.integer({ min: 1, max: 1_000 }), fc.nat({ max: 1_000 }), (state, received, refunded) => {
        const after = stateAfterRefunds(state, paisa(received), paisa(Math.min(refunded, received)))
        if (after === state || (state === 'partly_refunded' && after === 'confirmed')) return
        for (const method of ['esewa', 'stripe', 'bank_transfer'] as const)
          expect(canSettle(method, state, after, 'staff')).toBe(true)
      }),
    )
  })
})

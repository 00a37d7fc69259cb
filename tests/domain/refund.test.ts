import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ATTEMPT_STATES, canSettle, RECORDED_METHODS } from '#domain/payment.ts'
import {
  canDeclineRefund,
  canTransitionRefund,
  getRefundableAmount,
  isOpenRefund,
  isRefundable,
  REFUND_STATES,
  splitCancellationRefund,
  stateAfterFailedRefund,
  stateAfterRefunds,
  sumRefundableAmounts,
} from '#domain/refund.ts'
import { assertProperty } from '../support/property.ts'

describe('a refund', () => {
  test('makes only the listed transitions', () => {
    const listed = ['requested sent', 'requested done', 'requested failed', 'sent done', 'sent failed', 'done failed']
    const moves = REFUND_STATES.flatMap((from) => REFUND_STATES.map((to) => [from, to] as const))
    expect(moves.filter(([from, to]) => canTransitionRefund(from, to)).map((move) => move.join(' '))).toEqual(listed)
  })

  test('is open until it is done or has failed', () => {
    expect(REFUND_STATES.filter(isOpenRefund)).toEqual(['requested', 'sent'])
  })

  test('is possible for received payments only', () => {
    expect(ATTEMPT_STATES.filter(isRefundable)).toEqual(['confirmed', 'mismatch', 'partly_refunded'])
  })

  test('cannot be declined while another one is open', () => {
    const declinable = REFUND_STATES.filter((state) => canDeclineRefund(paisa(1), ['failed', state, 'done']))
    expect(declinable).toEqual(['done', 'failed'])
    expect([canDeclineRefund(paisa(1), []), canDeclineRefund(paisa(0), [])]).toEqual([true, false])
  })
})

test('sumRefundableAmounts returns received minus refunded amounts', () => {
  const payment = (over: object = {}) => ({
    state: 'confirmed' as const,
    amount: paisa(1_000),
    received: null,
    refunded: paisa(0),
    ...over,
  })
  expect(sumRefundableAmounts([])).toBe(0)
  expect(sumRefundableAmounts([payment(), payment({ received: paisa(900), refunded: paisa(100) })])).toBe(1_800)
  // Of a mismatch only the known amount counts.
  const mismatches = [null, paisa(7)].map((received) => payment({ state: 'mismatch', received }))
  expect(sumRefundableAmounts(mismatches)).toBe(7)
  const known = ATTEMPT_STATES.map((state) => [state, getRefundableAmount(payment({ state, received: paisa(5) }))])
  expect(known.filter(([, left]) => left !== 0)).toEqual([
    ['confirmed', 5],
    ['mismatch', 5],
    ['partly_refunded', 5],
  ])
})

describe('splitCancellationRefund', () => {
  const payment = (over: object = {}) => ({
    method: 'stripe' as const,
    state: 'confirmed' as const,
    amount: paisa(1_000),
    received: null,
    refunded: paisa(0),
    ...over,
  })
  const isAutomatic = (over: object, canRefund = true) =>
    splitCancellationRefund([payment(over)], () => canRefund).map((refund) => refund.isAutomatic)

  test('sends card and Khalti refunds automatically and leaves the others to a manager', () => {
    expect(RECORDED_METHODS.filter((method) => isAutomatic({ method })[0])).toEqual(['khalti', 'stripe'])
  })

  test('leaves a payment to a manager when its gateway cannot refund', () => {
    expect([isAutomatic({}, false), isAutomatic({ method: 'khalti' }, false)]).toEqual([[false], [false]])
  })

  test('leaves the rest of a Khalti payment to a manager, and sends that of a card payment', () => {
    const rest = { state: 'partly_refunded', refunded: paisa(1) }
    expect([isAutomatic({ method: 'khalti', ...rest }), isAutomatic(rest)]).toEqual([[false], [true]])
  })

  test('leaves a payment of a different amount to a manager', () => {
    expect(isAutomatic({ state: 'mismatch', received: paisa(7) })).toEqual([false])
  })

  test('returns what is left of each payment', () => {
    const payments = [
      payment(),
      payment({ state: 'partly_refunded', refunded: paisa(400) }),
      payment({ refunded: paisa(1_000) }),
      payment({ state: 'refunded', refunded: paisa(1_000) }),
      payment({ state: 'failed' }),
    ]
    const refunds = splitCancellationRefund(payments, () => true)
    expect(refunds.map(({ payment, amount }) => [payments.indexOf(payment), amount])).toEqual([
      [0, 1_000],
      [1, 600],
    ])
  })

  test('adds up to the refundable amount', () => {
    const payments = fc.record({
      method: fc.constantFrom(...RECORDED_METHODS),
      state: fc.constantFrom(...ATTEMPT_STATES),
      amount: fc.integer({ min: 1, max: 10_000_000 }).map(paisa),
      received: fc.option(fc.integer({ min: 1, max: 10_000_000 }).map(paisa)),
      refundedShare: fc.integer({ min: 0, max: 100 }),
    })
    assertProperty(fc.array(payments, { maxLength: 5 }), fc.boolean(), (generated, canRefund) => {
      const made = generated.map(({ refundedShare, ...rest }) => {
        const refunded = Math.floor(((rest.received ?? rest.amount) * refundedShare) / 100)
        return { ...rest, refunded: paisa(refunded) }
      })
      const known = made.filter(({ state, received }) => state !== 'mismatch' || received !== null)
      const refunds = splitCancellationRefund(known, () => canRefund)
      expect(refunds.reduce((total, { amount }) => total + amount, 0)).toBe(sumRefundableAmounts(known))
      expect(refunds.every(({ amount }) => amount > 0)).toBe(true)
    })
  })
})

test.each([
  ['confirmed', 0, 'confirmed'],
  ['confirmed', 1, 'partly_refunded'],
  ['confirmed', 99, 'partly_refunded'],
  ['confirmed', 100, 'refunded'],
  ['partly_refunded', 100, 'refunded'],
  ['mismatch', 0, 'mismatch'],
  ['mismatch', 99, 'mismatch'],
  ['mismatch', 100, 'refunded'],
] as const)('stateAfterRefunds of a %s payment with %d of 100 paisa refunded is %s', (state, refunded, after) => {
  expect(stateAfterRefunds(state, paisa(100), paisa(refunded))).toBe(after)
})

test.each([
  ['refunded', 0, 'confirmed'],
  ['refunded', 1, 'partly_refunded'],
  ['partly_refunded', 0, 'confirmed'],
  ['mismatch', 0, 'mismatch'],
] as const)('stateAfterFailedRefund of a %s payment with %d paisa still refunded is %s', (state, refunded, after) => {
  expect(stateAfterFailedRefund(state, paisa(refunded))).toBe(after)
})

test('stateAfterRefunds only makes transitions that canSettle allows', () => {
  const states = fc.constantFrom(...ATTEMPT_STATES.filter(isRefundable))
  assertProperty(states, fc.integer({ min: 1, max: 1_000 }), fc.nat({ max: 1_000 }), (state, received, refunded) => {
    const after = stateAfterRefunds(state, paisa(received), paisa(Math.min(refunded, received)))
    if (after === state || (state === 'partly_refunded' && after === 'confirmed')) return
    for (const method of ['esewa', 'stripe', 'bank_transfer'] as const)
      expect(canSettle(method, state, after, 'staff')).toBe(true)
  })
})

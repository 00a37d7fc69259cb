import { describe, expect, test } from 'vitest'
import { calculateBookingTotals } from '#domain/booking-totals.ts'
import { paisa, ZERO } from '#domain/money.ts'

type BookingTotals = ReturnType<typeof calculateBookingTotals>
type Payment = Parameters<typeof calculateBookingTotals>[0][number]

const payment = (over: Partial<Payment> = {}): Payment => ({
  state: 'confirmed',
  purpose: 'booking',
  amount: paisa(1_000),
  fee: ZERO,
  received: null,
  refunded: ZERO,
  refundDue: ZERO,
  changeId: null,
  ...over,
})
const difference = (over: Partial<Payment> = {}) =>
  payment({ purpose: 'difference', amount: paisa(230), fee: paisa(30), changeId: 'c1', ...over })
const hours = (over: Partial<Payment> = {}): Payment =>
  difference({ purpose: 'hours', changeId: 'h1', amount: paisa(500), fee: paisa(20), ...over })
const NOTHING: BookingTotals = {
  difference: ZERO,
  hours: ZERO,
  fee: ZERO,
  received: ZERO,
  refunded: ZERO,
  refundDue: ZERO,
}

describe('calculateBookingTotals', () => {
  test.each<[string, Payment[], Partial<BookingTotals>]>([
    ['without payments', [], {}],
    ['of a failed payment', [payment({ state: 'failed', fee: paisa(45) })], {}],
    ['of an open payment', [payment({ state: 'pending', fee: paisa(45) })], { fee: paisa(45) }],
    ['of a paid booking', [payment({ fee: paisa(45) })], { fee: paisa(45), received: paisa(1_000) }],
    ['of a payment of another amount', [payment({ received: paisa(900) })], { received: paisa(900) }],
    ['of an unknown amount', [payment({ state: 'mismatch' })], {}],
    ['of a paid change', [payment(), difference()], { difference: paisa(200), fee: paisa(30), received: paisa(1_230) }],
    [
      'of a difference that staff recorded',
      [payment(), difference({ changeId: null, fee: ZERO })],
      { difference: paisa(230), received: paisa(1_230) },
    ],
    [
      'of a cancelled booking whose money is partly refunded',
      [payment({ state: 'refunded', refunded: paisa(1_000) }), difference({ refundDue: paisa(230) })],
      { difference: paisa(200), fee: paisa(30), received: paisa(1_230), refunded: paisa(1_000), refundDue: paisa(230) },
    ],
    [
      'of room hours and a change',
      [payment(), difference(), hours()],
      { difference: paisa(200), hours: paisa(480), fee: paisa(50), received: paisa(1_730) },
    ],
    [
      'of room hours that were paid twice',
      [payment(), hours(), hours({ refundDue: paisa(500) })],
      { hours: paisa(480), fee: paisa(20), received: paisa(2_000), refundDue: paisa(500) },
    ],
    [
      'of a change that was paid too late',
      [payment(), difference({ changeId: 'expired', refundDue: paisa(230) })],
      { received: paisa(1_230), refundDue: paisa(230) },
    ],
    [
      'of a change that was paid twice',
      [payment(), difference(), difference({ refundDue: paisa(230) })],
      { difference: paisa(200), fee: paisa(30), received: paisa(1_460), refundDue: paisa(230) },
    ],
    [
      'of a booking that was paid twice, first by card',
      [payment({ amount: paisa(1_045), fee: paisa(45), refundDue: paisa(1_045) }), payment()],
      { received: paisa(2_045), refundDue: paisa(1_045) },
    ],
  ])('returns the totals %s', (_, payments, totals) => {
    expect(calculateBookingTotals(payments, ['c1', 'h1'])).toEqual({ ...NOTHING, ...totals })
  })
})

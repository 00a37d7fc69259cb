import { expect, test } from 'vitest'
import { BOOKING_STATES } from '#domain/booking.ts'
import { paisa, ZERO } from '#domain/money.ts'
import { ATTEMPT_STATES } from '#domain/payment.ts'
import { type CountedPayment, calculateRevenue, findCountedMethod, sumCountedPayments } from '#domain/revenue.ts'

const payment = (over: Partial<CountedPayment> = {}): CountedPayment => ({
  method: 'esewa',
  state: 'confirmed',
  amount: paisa(950_000),
  received: paisa(950_000),
  refunded: ZERO,
  ...over,
})

test('what was kept is what came less what went back, of payments that are paid', () => {
  expect(sumCountedPayments([])).toBe(0)
  expect(sumCountedPayments([payment()])).toBe(950_000)
  expect(sumCountedPayments([payment({ received: null })])).toBe(950_000)
  expect(sumCountedPayments([payment({ received: paisa(900_000) })])).toBe(900_000)
  expect(sumCountedPayments([payment({ state: 'partly_refunded', refunded: paisa(50_000) })])).toBe(900_000)
  // On its way back is gone already.
  expect(sumCountedPayments([payment({ refunded: paisa(950_000) })])).toBe(0)
  expect(sumCountedPayments([payment(), payment({ method: 'khalti' })])).toBe(1_900_000)
  for (const state of ATTEMPT_STATES)
    expect(sumCountedPayments([payment({ state })])).toBe(
      ['confirmed', 'partly_refunded'].includes(state) ? 950_000 : 0,
    )
})

test('only a confirmed booking brings revenue', () => {
  for (const state of BOOKING_STATES)
    expect(calculateRevenue(state, [payment()])).toBe(state === 'confirmed' ? 950_000 : 0)
})

test('a booking counts for the method that was paid first, else for the latest try', () => {
  const tried = payment({ state: 'failed', method: 'khalti' })
  expect(findCountedMethod([])).toBeNull()
  expect(findCountedMethod([tried, payment({ state: 'pending', method: 'bank_transfer' })])).toBe('bank_transfer')
  expect(findCountedMethod([payment(), tried])).toBe('esewa')
  expect(findCountedMethod([tried, payment(), payment({ method: 'stripe' })])).toBe('esewa')
})

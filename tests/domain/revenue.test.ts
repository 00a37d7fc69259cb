import { expect, test } from 'vitest'
import { BOOKING_STATES } from '#domain/booking.ts'
import { paisa, ZERO } from '#domain/money.ts'
import { ATTEMPT_STATES } from '#domain/payment.ts'
import { type CountedPayment, calculateRevenue, findCountedMethod } from '#domain/revenue.ts'

const payment = (over: Partial<CountedPayment> = {}): CountedPayment => ({
  method: 'esewa',
  state: 'confirmed',
  amount: paisa(950_000),
  received: paisa(950_000),
  refunded: ZERO,
  ...over,
})

const received = (payments: CountedPayment[]) => calculateRevenue('confirmed', payments)

test('calculateRevenue returns received minus refunded amounts of paid payments', () => {
  expect(received([])).toBe(0)
  expect(received([payment()])).toBe(950_000)
  expect(received([payment({ received: null })])).toBe(950_000)
  expect(received([payment({ received: paisa(900_000) })])).toBe(900_000)
  expect(received([payment({ state: 'partly_refunded', refunded: paisa(50_000) })])).toBe(900_000)
  // A refund in progress counts as refunded.
  expect(received([payment({ refunded: paisa(950_000) })])).toBe(0)
  expect(received([payment(), payment({ method: 'khalti' })])).toBe(1_900_000)
  for (const state of ATTEMPT_STATES)
    expect(received([payment({ state })])).toBe(['confirmed', 'partly_refunded'].includes(state) ? 950_000 : 0)
})

test('calculateRevenue returns 0 unless the booking is confirmed', () => {
  for (const state of BOOKING_STATES)
    expect(calculateRevenue(state, [payment()])).toBe(state === 'confirmed' ? 950_000 : 0)
})

test('findCountedMethod returns the first paid method, else the latest attempt', () => {
  const failed = payment({ state: 'failed', method: 'khalti' })
  expect(findCountedMethod([])).toBeNull()
  expect(findCountedMethod([failed, payment({ state: 'pending', method: 'bank_transfer' })])).toBe('bank_transfer')
  expect(findCountedMethod([payment(), failed])).toBe('esewa')
  expect(findCountedMethod([failed, payment(), payment({ method: 'stripe' })])).toBe('esewa')
})

import { expect, test } from 'vitest'
import { listMethodOffers, type OfferableMethod } from '#contract/payment-methods.ts'

const MINUTE = 60_000
const METHODS: OfferableMethod[] = [
  { id: 'esewa', name: 'eSewa', window: 15 * MINUTE },
  { id: 'khalti', name: 'Khalti', window: 60 * MINUTE },
  { id: 'stripe', name: 'Card', window: 30 * MINUTE, reason: 'Card payments are not set up yet' },
  { id: 'bank_transfer', name: 'Bank transfer', window: 0 },
]
const reasons = (minutesToClosing: number) =>
  Object.fromEntries(
    listMethodOffers(METHODS, 0, minutesToClosing * MINUTE).map(({ id, available, reason }) => [
      id,
      reason ?? available,
    ]),
  )

test('offers a method whose window ends at closing time', () => {
  expect(reasons(60)).toEqual({
    esewa: true,
    khalti: true,
    stripe: 'Card payments are not set up yet',
    bank_transfer: true,
  })
})

test('rejects a method whose window ends after closing time and names an available one', () => {
  expect(reasons(59)).toMatchObject({ esewa: true, khalti: 'Too late today for Khalti; choose eSewa' })
  expect(reasons(14)).toMatchObject({
    esewa: 'Too late today for eSewa; choose Bank transfer',
    khalti: 'Too late today for Khalti; choose Bank transfer',
    bank_transfer: true,
  })
})

test('names no other method where none is available', () => {
  expect(listMethodOffers(METHODS.slice(0, 1), 0, MINUTE)).toEqual([
    { id: 'esewa', available: false, reason: 'Too late today for eSewa' },
  ])
})

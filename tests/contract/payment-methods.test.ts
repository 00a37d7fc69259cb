import { expect, test } from 'vitest'
import { listMethodOffers } from '#contract/method-offers.ts'

const MINUTE = 60_000
const METHODS: Parameters<typeof listMethodOffers>[0] = [
  { id: 'esewa', name: 'eSewa', window: 15 * MINUTE },
  { id: 'khalti', name: 'Khalti', window: 60 * MINUTE },
  { id: 'stripe', name: 'Card', window: 30 * MINUTE, reason: 'Card payments are not set up yet' },
  { id: 'bank_transfer', name: 'Bank transfer', window: 0 },
]
const reasons = (minutesToClosing: number) => {
  const offers = listMethodOffers(METHODS, 0, minutesToClosing * MINUTE)
  return Object.fromEntries(offers.map(({ id, available, reason }) => [id, reason ?? available]))
}

test('listMethodOffers offers a method whose window ends at closing time', () => {
  expect(reasons(60)).toEqual({
    esewa: true,
    khalti: true,
    stripe: 'Card payments are not set up yet',
    bank_transfer: true,
  })
})

test('listMethodOffers rejects a method whose window ends after closing time and names an available one', () => {
  expect(reasons(59)).toMatchObject({ esewa: true, khalti: 'Too late today for Khalti; choose eSewa' })
  expect(reasons(14)).toMatchObject({
    esewa: 'Too late today for eSewa; choose Bank transfer',
    khalti: 'Too late today for Khalti; choose Bank transfer',
    bank_transfer: true,
  })
})

test('listMethodOffers names no other method where none is available', () => {
  expect(listMethodOffers(METHODS.slice(0, 1), 0, MINUTE)).toEqual([
    { id: 'esewa', available: false, reason: 'Too late today for eSewa' },
  ])
})

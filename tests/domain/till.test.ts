import { describe, expect, test } from 'vitest'
import { paisa, ZERO } from '#domain/money.ts'
import { calculateExpected, getCashUpStatus, getDifferences, needsApproval, sumDifferences } from '#domain/till.ts'

const amounts = (cash: number, counterQr = 0, cardTerminal = 0) => ({
  cash: paisa(cash),
  counter_qr: paisa(counterQr),
  card_terminal: paisa(cardTerminal),
})

test('the expected money is the opening float and what moved, by method', () => {
  const movements = [
    { method: 'cash', amount: paisa(50_000) },
    { method: 'counter_qr', amount: paisa(120_000) },
    { method: 'cash', amount: paisa(-20_000) },
    { method: 'counter_qr', amount: paisa(1) },
  ] as const
  expect(calculateExpected(paisa(100_000), movements)).toEqual(amounts(130_000, 120_001))
  expect(calculateExpected(ZERO, [])).toEqual(amounts(0))
})

test('the differences are what was counted above the expected money', () => {
  const till = { expected: amounts(500, 100), counted: amounts(450, 100, 30) }
  expect(getDifferences(till)).toEqual(amounts(-50, 0, 30))
  expect(sumDifferences(till)).toBe(80)
})

test.each([
  [10_000, 0, false],
  [10_001, 0, true],
  [-10_000, 0, false],
  [-10_001, 0, true],
  // Too much cash does not make up for too little in the account.
  [6_000, -6_000, true],
])('a difference of %i in cash and %i by QR code needs approval: %s', (cash, counterQr, isNeeded) => {
  const expected = amounts(50_000, 50_000)
  const counted = amounts(50_000 + cash, 50_000 + counterQr)
  expect(needsApproval({ expected, counted })).toBe(isNeeded)
})

describe('the status of a cash-up', () => {
  const expected = amounts(50_000)
  const exact = { expected, counted: expected, isSigned: true, isApproved: false }
  const short = { ...exact, counted: amounts(10_000) }

  test.each([
    ['open', undefined, expected],
    ['counted', { ...exact, isSigned: false }, expected],
    ['signed', exact, expected],
    ['differs', short, expected],
    ['signed', { ...short, isApproved: true }, expected],
    ['changed', exact, amounts(50_001)],
    ['changed', { ...short, isApproved: true }, amounts(50_000, 1)],
  ] as const)('is %s', (status, cashUp, now) => {
    expect(getCashUpStatus(cashUp, now)).toBe(status)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from '#domain/currency.ts'
import {
  formatAmount,
  npr,
  type Paisa,
  paisa,
  readRupees,
  rupees,
  share,
  sum,
  times,
  toDecimalRupees,
} from '#domain/money.ts'
import { assertProperty } from '../support/property.ts'

const amounts = fc.integer({ min: 0, max: 10_000_000_000 }).map(paisa)

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 0.1 + 0.2])('paisa rejects %d', (amount) => {
  expect(() => paisa(amount)).toThrow(RangeError)
})

test('sum adds exactly', () => {
  assertProperty(fc.array(amounts), (list) => {
    const oracle = list.reduce((total, amount) => total + BigInt(amount), 0n)
    expect(BigInt(sum(list))).toBe(oracle)
  })
})

test('times multiplies exactly', () => {
  assertProperty(amounts, fc.integer({ min: 0, max: 1_000 }), (amount, count) => {
    expect(BigInt(times(amount, count))).toBe(BigInt(amount) * BigInt(count))
  })
})

test('share rounds half up without floats', () => {
  assertProperty(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
    const exact = BigInt(amount) * BigInt(basisPoints)
    const oracle = exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n)
    expect(BigInt(share(amount, basisPoints))).toBe(oracle)
  })
})

test('times, sum and share throw if a result is not exact', () => {
  const huge = paisa(Number.MAX_SAFE_INTEGER)
  expect(() => times(huge, 2)).toThrow(RangeError)
  expect(() => sum([huge, paisa(1)])).toThrow(RangeError)
  expect(() => share(huge, 350)).toThrow(RangeError)
  expect(() => times(paisa(101), 0.5)).toThrow(RangeError)
})

test('formatMoney uses USD and en-US by default', () => {
  expect(formatMoney(950_000)).toBe('$9,500')
  expect(formatMoney(950_050)).toBe('$9,500.50')
  expect(formatMoney(950_000, 'EUR', 'de-DE')).toBe('9.500\u00a0€')
})

test.each([
  [0, 'NPR\u00a00'],
  [5, 'NPR\u00a00.05'],
  [50_000, 'NPR\u00a0500'],
  [950_000, 'NPR\u00a09,500'],
  [10_260_000, 'NPR\u00a0102,600'],
  [9_500_50, 'NPR\u00a09,500.50'],
  [-950_000, '−NPR\u00a09,500'],
])('npr formats %d paisa as %s, and formatAmount without the currency', (amount, text) => {
  expect(npr(paisa(amount))).toBe(text)
  expect(formatAmount(paisa(amount))).toBe(text.replace('NPR\u00a0', ''))
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [99, '0.99'],
  [100, '1.00'],
  [150_000, '1500.00'],
  [-5, '-0.05'],
])('toDecimalRupees writes %d paisa as %s', (amount, text) => expect(toDecimalRupees(paisa(amount))).toBe(text))

test('readRupees reads what toDecimalRupees writes', () => {
  assertProperty(amounts, (amount) => {
    expect(readRupees(toDecimalRupees(amount))).toBe(amount)
  })
})

test.each([
  ['1,000.0', 100_000],
  ['1500', 150_000],
  [' 1,20,000.00 ', 12_000_000],
  ['0.5', 50],
  ['10.500', 1_050],
])('readRupees reads "%s" as %d paisa', (text, amount) => expect(readRupees(text)).toBe(amount))

test.each(['', ' ', '.5', '1.', '-5', '1.005', '1e3', '0x10', 'NPR 5', '१०००', '1 000', '9'.repeat(13)])(
  'readRupees rejects "%s"',
  (text) => expect(readRupees(text)).toBeUndefined(),
)

test('rupees converts to paisa', () => {
  expect(rupees(8_999)).toBe(899_900)
  expect(rupees(0.1 + 0.2)).toBe(30)
})

test('a bare number is not assignable to Paisa', () => {
  // @ts-expect-error a price in rupees is not an amount
  const wrong: Paisa = 9_500
  expect(wrong).toBe(9_500)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAmount,
  formatMoney,
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

const amounts = fc.integer({ min: 0, max: 10_000_000_000 }).map(paisa)

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 0.1 + 0.2])('%d is no amount', (amount) => {
  expect(() => paisa(amount)).toThrow(RangeError)
})

describe('arithmetic', () => {
  test('a sum is the sum, and a whole number', () => {
    fc.assert(
      fc.property(fc.array(amounts), (list) => {
        const oracle = list.reduce((total, amount) => total + BigInt(amount), 0n)
        expect(BigInt(sum(list))).toBe(oracle)
      }),
    )
  })

  test('times is repeated addition', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000 }), (amount, count) => {
        expect(BigInt(times(amount, count))).toBe(BigInt(amount) * BigInt(count))
      }),
    )
  })

  test('a share is rounded half up, with no float in between', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = BigInt(amount) * BigInt(basisPoints)
        const oracle = exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n)
        expect(BigInt(share(amount, basisPoints))).toBe(oracle)
      }),
    )
  })

  test('what cannot be exact is a bug, not a wrong amount', () => {
    const huge = paisa(Number.MAX_SAFE_INTEGER)
    expect(() => times(huge, 2)).toThrow(RangeError)
    expect(() => sum([huge, paisa(1)])).toThrow(RangeError)
    expect(() => share(huge, 350)).toThrow(RangeError)
    expect(() => times(paisa(101), 0.5)).toThrow(RangeError)
  })
})

describe('the currency formatter', () => {
  test('is USD and en-US unless told otherwise', () => {
    expect(formatMoney(paisa(950_000))).toBe('$9,500')
    expect(formatMoney(paisa(950_050))).toBe('$9,500.50')
    expect(formatMoney(paisa(950_000), 'EUR', 'de-DE')).toBe('9.500\u00a0€')
  })

  test.each([
    [0, 'NPR\u00a00'],
    [5, 'NPR\u00a00.05'],
    [50_000, 'NPR\u00a0500'],
    [950_000, 'NPR\u00a09,500'],
    [10_260_000, 'NPR\u00a0102,600'],
    [9_500_50, 'NPR\u00a09,500.50'],
    [-950_000, '-NPR\u00a09,500'],
  ])('%d paisa is %s', (amount, text) => {
    expect(npr(paisa(amount))).toBe(text)
  })

  test('the figure alone', () => {
    expect(formatAmount(paisa(10_260_000))).toBe('102,600')
    expect(formatAmount(paisa(-950_000))).toBe('-9,500')
  })
})

describe('rupees as text', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [99, '0.99'],
    [100, '1.00'],
    [150_000, '1500.00'],
    [-5, '-0.05'],
  ])('%d paisa is written %s', (amount, text) => {
    expect(toDecimalRupees(paisa(amount))).toBe(text)
  })

  test('what is written reads back', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(readRupees(toDecimalRupees(amount))).toBe(amount)
      }),
    )
  })

  test.each<[string, number]>([
    ['1,000.0', 100_000],
    ['1500', 150_000],
    [' 1,20,000.00 ', 12_000_000],
    ['0.5', 50],
    ['10.500', 1_050],
  ])('%s is read', (text, amount) => {
    expect(readRupees(text)).toBe(amount)
  })

  test.each(['', ' ', '.5', '1.', '-5', '1.005', '1e3', '0x10', 'NPR 5', '१०००', '1 000', '9'.repeat(13)])(
    '"%s" is refused',
    (text) => {
      expect(readRupees(text)).toBeUndefined()
    },
  )

  test('whole rupees become paisa', () => {
    expect(rupees(8_999)).toBe(899_900)
    expect(rupees(0.1 + 0.2)).toBe(30)
  })
})

test('an amount cannot be mistaken for a bare number', () => {
  // @ts-expect-error a price in rupees is not an amount
  const wrong: Paisa = 9_500
  expect(wrong).toBe(9_500)
})

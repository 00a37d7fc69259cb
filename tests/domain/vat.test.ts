import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Paisa, paisa, sum } from '#domain/money.ts'
import { allocateTaxable, splitCredit, splitVat } from '#domain/vat.ts'

const amounts = (...values: number[]): Paisa[] => values.map(paisa)

describe('the VAT of an amount', () => {
  test.each([
    [113_000, 100_000, 13_000],
    [35_000, 30_973, 4_027],
    [100_000, 88_496, 11_504],
    [12_345, 10_925, 1_420],
    [99, 88, 11],
    [1, 1, 0],
    [150_000, 132_743, 17_257],
    [1_000_000, 884_956, 115_044],
    [1_130_001, 1_000_001, 130_000],
    [120_000, 106_195, 13_805],
  ])('%i paisa contain %i and %i', (gross, taxable, vat) => {
    expect(splitVat(paisa(gross))).toEqual({ taxable, vat })
  })

  test('is the same where VAT is computed first, for every amount up to NPR 20,000', () => {
    const differing: number[] = []
    for (let gross = 1; gross < 2_000_000; gross++)
      if (splitVat(paisa(gross)).vat !== Math.floor((26 * gross + 113) / 226)) differing.push(gross)
    expect(differing).toEqual([])
  })
})

describe('the taxable amount of lines', () => {
  test.each([
    [13_274, amounts(5_000, 5_000, 5_000), [4_425, 4_425, 4_424]],
    [88_496, amounts(33_300, 33_300, 33_400), [29_469, 29_469, 29_558]],
    [88_496, amounts(100_000), [88_496]],
  ])('%i is distributed over %j as %j', (taxable, lines, expected) => {
    expect(allocateTaxable(paisa(taxable), lines)).toEqual(expected)
  })

  test('sums to that of the bill, and no line has more than its amount', () => {
    const lines = fc.array(fc.integer({ min: 1, max: 5_000_000_000 }).map(paisa), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lines, (given) => {
        const { taxable } = splitVat(sum(given))
        const shares = allocateTaxable(taxable, given)
        expect(sum(shares)).toBe(taxable)
        for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(given[index] ?? 0)
      }),
    )
  })
})

describe('the credits of a bill', () => {
  const NOTHING = { gross: paisa(0), taxable: paisa(0) }

  test('leave the rest to the last one', () => {
    const bill = { gross: paisa(150_000), taxable: paisa(132_743) }
    const first = splitCredit(bill, NOTHING, paisa(60_000))
    expect(first).toEqual({ taxable: 53_097, vat: 6_903 })
    expect(splitCredit(bill, { gross: paisa(60_000), taxable: first.taxable }, paisa(90_000))).toEqual({
      taxable: 79_646,
      vat: 10_354,
    })
  })

  test('sum to the bill however it is refunded', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 900_000 }).map(paisa), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, (refunds) => {
        const gross = sum(refunds)
        const bill = { gross, ...splitVat(gross) }
        const credited = { ...NOTHING }
        let vat = 0
        for (const refund of refunds) {
          const split = splitCredit(bill, credited, refund)
          credited.gross = paisa(credited.gross + refund)
          credited.taxable = paisa(credited.taxable + split.taxable)
          vat += split.vat
        }
        expect({ taxable: credited.taxable, vat }).toEqual(splitVat(gross))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { extractAmounts, parseAmount } from '#domain/receipt/amount.ts'

describe('a figure', () => {
  test.each([
    ['9,500.00', 950_000],
    ['9500', 950_000],
    ['9500.5', undefined],
    ['1,23,456.00', 12_345_600],
    ['12,34,567', 123_456_700],
    ['1,234,567.89', 123_456_789],
    ['9.500,00', 950_000],
    ['9,500,00', 950_000],
    ['9,50000', 950_000],
    ['9,500.00.', 950_000],
    ['9,5OO.OO', 950_000],
    ['l,S00.00', 150_000],
    ['9,50.00', undefined],
    ['95,00,0', undefined],
    ['1234567890', undefined],
    ['', undefined],
    ['.', undefined],
  ])('%s: %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  test('written in any usual way is read back, with letters for digits too', () => {
    const whole = (amount: number, locale: string, grouped: boolean) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: grouped }).format(amount / 100)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.constantFrom('en-US', 'en-IN'),
        fc.boolean(),
        fc.boolean(),
        (amount, locale, grouped, misread) => {
          const text = whole(amount, locale, grouped)
          const seen = misread ? text.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('5', 'S') : text
          expect(parseAmount(seen)).toBe(amount)
          expect(extractAmounts([`Amount NPR ${seen}`])).toEqual([amount])
        },
      ),
    )
  })
})

describe('amounts', () => {
  test.each([
    [['NPR 9,500.00'], [950_000]],
    [['NPR9,500.00'], [950_000]],
    [['Rs. 9,500'], [950_000]],
    [['Rs 9500'], [950_000]],
    [['NRs. 1,20,000.00'], [12_000_000]],
    [['रु 9,500.00'], [950_000]],
    [['रू. 9500/-'], [950_000]],
    [['Paid 5000/- only'], [500_000]],
    [['Amount', '9,500.00'], [950_000]],
    [['Amount (NPR) 9,500.00', 'Charge (NPR) 4.00'], [950_000]],
    [['9,500.00'], [950_000]],
    // An unlabelled figure counts only where there is no other.
    [['39,500.00', 'Amount: NPR 9,500.00'], [950_000]],
    // What was paid goes before what it came to with the fee.
    [
      ['Amount NPR 9,500.00', 'Service Charge NPR 10.00', 'Total NPR 9,510.00'],
      [950_000, 951_000],
    ],
    [['Your a/c debited by NPR 9,500.00. Av Bal: NPR 1,23,456.78'], [950_000]],
    [['Available Balance NPR 1,23,456.78'], []],
    [['Cashback Rs. 25', 'Reward points 120.00'], []],
    [['Balance', 'NPR 1,23,456.78'], []],
    [['NPR 0.00'], []],
    // Neither dates, times, accounts, telephones nor ids are amounts.
    [['2026-11-21 14:05:09', '21.11.2026', '091##04118', '9841234567', 'BK-1795269000000-7Q2M'], []],
    [['Amount in 2 days'], []],
    [[], []],
  ])('%j: %j', (lines, amounts) => {
    expect(extractAmounts(lines)).toEqual(amounts)
  })

  test('an amount that stands twice goes before one that stands once', () => {
    expect(extractAmounts(['NPR 9,600.00', 'NPR 9,500.00', 'You sent NPR 9,500.00'])[0]).toBe(950_000)
  })

  test('of any text whole paisa, or nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'NPRs. रु0123456789,.OlS/-:') })), (lines) => {
        for (const amount of extractAmounts(lines)) expect(paisa(amount)).toBeGreaterThan(0)
      }),
    )
  })
})

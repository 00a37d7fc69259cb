import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { extractAmounts } from '#domain/receipt/amount.ts'
import { assertProperty } from '../../support/property.ts'

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
])('extractAmounts reads "NPR %s" as %s', (text, amount) => {
  expect(extractAmounts([`NPR ${text}`])).toEqual(amount === undefined ? [] : [amount])
})

test('extractAmounts reads usual formats, with letters misread as digits too', () => {
  const [amounts, locales] = [fc.integer({ min: 1, max: 999_999_999 }), fc.constantFrom('en-US', 'en-IN')]
  assertProperty(amounts, locales, fc.boolean(), fc.boolean(), (amount, locale, useGrouping, misread) => {
    const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping }).format(amount / 100)
    const recognised = misread ? text.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('5', 'S') : text
    expect(extractAmounts([`Amount NPR ${recognised}`])).toEqual([amount])
  })
})

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
  // An unlabelled number counts only if there is no labelled one.
  [['39,500.00', 'Amount: NPR 9,500.00'], [950_000]],
  // The amount comes before the total with the fee.
  [
    ['Amount NPR 9,500.00', 'Service Charge NPR 10.00', 'Total NPR 9,510.00'],
    [950_000, 951_000],
  ],
  [['Your a/c debited by NPR 9,500.00. Av Bal: NPR 1,23,456.78'], [950_000]],
  [['Available Balance NPR 1,23,456.78'], []],
  [['Cashback Rs. 25', 'Reward points 120.00'], []],
  [['Balance', 'NPR 1,23,456.78'], []],
  [['NPR 0.00'], []],
  // Dates, times, accounts, phones and ids are not amounts.
  [['2026-11-21 14:05:09', '21.11.2026', '091##04118', '9841234567', 'BK-1795269000000-7Q2M'], []],
  [['Amount in 2 days'], []],
  [[], []],
])('extractAmounts(%j) returns %j', (lines, amounts) => expect(extractAmounts(lines)).toEqual(amounts))

test('extractAmounts prefers an amount that appears twice', () => {
  expect(extractAmounts(['NPR 9,600.00', 'NPR 9,500.00', 'You sent NPR 9,500.00'])[0]).toBe(950_000)
})

test('extractAmounts returns whole paisa of any text', () => {
  assertProperty(fc.array(fc.string({ unit: fc.constantFrom(...'NPRs. रु0123456789,.OlS/-:') })), (lines) => {
    for (const amount of extractAmounts(lines)) expect(paisa(amount)).toBeGreaterThan(0)
  })
})

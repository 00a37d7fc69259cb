import { describe, expect, test } from 'vitest'
import { formatBillNumber } from '#domain/bill-number.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { findFiscalYear } from '#domain/fiscal-year.ts'
import { getFiscalYears } from '#server/catalogue.ts'
import { day } from './business.ts'

describe('the fiscal year of a day', () => {
  test.each([
    ['2023-07-16', undefined],
    ['2023-07-17', '2080/81'],
    ['2026-07-16', '2082/83'],
    ['2026-07-17', '2083/84'],
    ['2027-07-16', '2083/84'],
    ['2027-07-17', '2084/85'],
    ['2028-07-16', '2085/86'],
    // 365 days from the first day of the last year, whose end is not known.
    ['2029-07-15', '2085/86'],
    ['2029-07-16', undefined],
  ])('%s is %s', (date, label) => {
    expect(findFiscalYear(getFiscalYears(), day(date))?.label).toBe(label)
  })

  test('changes at midnight in Kathmandu', () => {
    const yearAt = (instant: string) => findFiscalYear(getFiscalYears(), kathmanduDate(Date.parse(instant)))?.label
    expect([yearAt('2026-07-16T18:14:59Z'), yearAt('2026-07-16T18:15:00Z')]).toEqual(['2082/83', '2083/84'])
  })
})

test.each([
  ['KAU', 'invoice', 1, 'KAU-8384-00001'],
  ['KAU', 'receipt', 42, 'KAU-R-8384-00042'],
  ['KAU', 'credit', 1, 'KAU-CN-8384-00001'],
  ['KAU', 'debit', 99_999, 'KAU-DN-8384-99999'],
  ['KAU-R', 'credit', 7, 'KAU-R-CN-8384-00007'],
  ['TEST-DHO', 'receipt', 100_000, 'TEST-DHO-R-8384-100000'],
] as const)('the number of %s, %s, %i is %s', (outlet, type, sequence, number) => {
  expect(formatBillNumber({ outlet, type, fiscalYear: '2083/84' }, sequence)).toBe(number)
})

import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { listBikramMonths, listFiscalYears, listMonths } from '#domain/report-period.ts'
import { getFiscalYears } from '#server/catalogue.ts'
import { day } from './business.ts'

const namesOf = (periods: readonly { name: string }[]) => periods.map(({ name }) => name)

test('listMonths lists whole months, latest first', () => {
  expect(listMonths(day('2027-01-31'), 3)).toEqual([
    { name: 'Jan 2027', from: '2027-01-01', to: '2027-01-31' },
    { name: 'Dec 2026', from: '2026-12-01', to: '2026-12-31' },
    { name: 'Nov 2026', from: '2026-11-01', to: '2026-11-30' },
  ])
})

test('listBikramMonths begins with the last announced month, and ends with the first of the calendar', () => {
  expect(namesOf(listBikramMonths(day('2026-12-01'), 3))).toEqual(['Mangsir 2083', 'Kartik 2083', 'Asoj 2083'])
  expect(namesOf(listBikramMonths(day('2027-05-01'), 2))).toEqual(['Chaitra 2083', 'Falgun 2083'])
  expect(namesOf(listBikramMonths(day('2013-05-20'), 24))).toEqual(['Jestha 2070', 'Baisakh 2070'])
  const months = listBikramMonths(day('2026-12-01'), 20)
  for (const [index, { from }] of months.slice(0, -1).entries()) expect(months[index + 1]?.to).toBe(addDays(from, -1))
})

test('listFiscalYears lists the years of the content that have started', () => {
  const years = (date: string, count = 2) => listFiscalYears(getFiscalYears(), day(date), count)
  expect(years('2026-07-17')).toEqual([
    { name: 'Fiscal year 2083/84', from: '2026-07-17', to: '2027-07-16' },
    { name: 'Fiscal year 2082/83', from: '2025-07-17', to: '2026-07-16' },
  ])
  expect(namesOf(years('2026-07-16', 1))).toEqual(['Fiscal year 2082/83'])
  const last = getFiscalYears().slice(-1)
  // The first day of the year after it is not known.
  expect(listFiscalYears(last, day('2029-01-01'), 1)).toMatchObject([{ from: '2028-07-16', to: '2029-07-15' }])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FIRST_BIKRAM_YEAR,
  formatBikram,
  formatBikramRange,
  formatRegisterDate,
  fromBikram,
  getBikramMonth,
  LAST_ANNOUNCED_DAY,
  LAST_BIKRAM_YEAR,
} from '#domain/bikram-sambat.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { assertProperty } from '../support/property.ts'
import { day as iso } from './business.ts'

test.each([
  [2070, 1, 1, '2013-04-14'],
  [2072, 1, 12, '2015-04-25'], // the Gorkha earthquake
  [2072, 6, 3, '2015-09-20'], // the constitution was proclaimed
  [2073, 1, 1, '2016-04-13'],
  [2074, 1, 1, '2017-04-14'],
  [2076, 12, 11, '2020-03-24'], // the first day of the lockdown
  [2077, 1, 1, '2020-04-13'],
  [2079, 8, 4, '2022-11-20'], // general election
  [2080, 1, 1, '2023-04-14'],
  [2081, 1, 1, '2024-04-13'],
  [2082, 1, 1, '2025-04-14'],
  [2082, 5, 24, '2025-09-09'], // the government fell
  [2083, 1, 1, '2026-04-14'],
  [2083, 4, 1, '2026-07-17'],
  [2083, 8, 5, '2026-11-21'],
  [2069, 1, 1, undefined],
  [2091, 1, 1, undefined],
  [2083, 0, 1, undefined],
  [2083, 13, 1, undefined],
  [2083, 8, 0, undefined],
  [2083, 8, 30, undefined],
  [2083, 2, 32, undefined],
])('fromBikram(%d-%d-%d) returns %s', (year, month, day, date) => expect(fromBikram({ year, month, day })).toBe(date))

test('fromBikram covers 2070 to 2090 with years of 365 or 366 days', () => {
  expect([FIRST_BIKRAM_YEAR, LAST_BIKRAM_YEAR]).toEqual([2070, 2090])
  for (let year = FIRST_BIKRAM_YEAR; year < LAST_BIKRAM_YEAR; year++) {
    const [from, to] = [fromBikram({ year, month: 1, day: 1 }), fromBikram({ year: year + 1, month: 1, day: 1 })]
    expect(from?.slice(5), String(year)).toMatch(/^04-1[345]$/)
    expect([365, 366], String(year)).toContain((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000)
  }
})

test('fromBikram returns consecutive days without a gap', () => {
  let date = iso('2013-04-14')
  for (let year = FIRST_BIKRAM_YEAR; year <= LAST_BIKRAM_YEAR; year++)
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= 29 || fromBikram({ year, month, day }); day++) {
        expect(fromBikram({ year, month, day })).toBe(date)
        date = addDays(date, 1)
      }
  expect(date).toBe('2034-04-14')
})

const MONTHS = 'Baisakh Jestha Asar Shrawan Bhadra Asoj Kartik Mangsir Poush Magh Falgun Chaitra'.split(' ')

test.each([
  ['2013-04-13', undefined],
  ['2013-04-14', '1 Baisakh 2070 BS'],
  ['2017-04-13', '31 Chaitra 2073 BS'],
  ['2018-04-14', '1 Baisakh 2075 BS'],
  ['2025-07-16', '32 Asar 2082 BS'],
  ['2026-04-13', '30 Chaitra 2082 BS'],
  ['2026-04-14', '1 Baisakh 2083 BS'],
  ['2026-06-14', '31 Jestha 2083 BS'],
  ['2026-07-16', '32 Asar 2083 BS'],
  ['2026-09-16', '31 Bhadra 2083 BS'],
  ['2026-10-17', '31 Asoj 2083 BS'],
  ['2026-11-16', '30 Kartik 2083 BS'],
  ['2026-11-17', '1 Mangsir 2083 BS'],
  ['2026-11-23', '7 Mangsir 2083 BS'],
  ['2026-12-15', '29 Mangsir 2083 BS'],
  ['2027-01-14', '30 Poush 2083 BS'],
  ['2027-02-12', '29 Magh 2083 BS'],
  ['2027-03-14', '30 Falgun 2083 BS'],
  ['2027-04-13', '30 Chaitra 2083 BS'],
  // 2084 is not announced.
  ['2027-04-14', undefined],
  ['2040-01-01', undefined],
])('formatBikram(%s) returns %s', (date, text) => expect(formatBikram(iso(date))).toBe(text))

test.each([
  ['2026-12-22', '2026-12-22', '7 Poush 2083 BS'],
  ['2026-12-22', '2027-01-21', '7 Poush – 7 Magh 2083\u00a0BS'],
  ['2026-04-13', '2026-04-14', '30 Chaitra 2082 BS – 1 Baisakh 2083\u00a0BS'],
  ['2027-03-22', '2027-04-21', undefined],
])('formatBikramRange(%s, %s) returns %s', (from, to, text) => expect(formatBikramRange(iso(from), iso(to))).toBe(text))

test('formatBikram changes at midnight in Kathmandu', () => {
  const at = (instant: string) => formatBikram(kathmanduDate(Date.parse(instant)))
  expect(at('2026-11-22T18:14:59Z')).toBe('6 Mangsir 2083 BS')
  expect(at('2026-11-22T18:15:00Z')).toBe('7 Mangsir 2083 BS')
})

test('formatBikram is the inverse of fromBikram in the announced years', () => {
  assertProperty(fc.integer({ min: 0, max: 5_112 }), (days) => {
    const date = addDays(iso('2013-04-14'), days)
    const [day, month = '', year] = formatBikram(date)?.split(' ') ?? []
    expect(fromBikram({ year: Number(year), month: MONTHS.indexOf(month) + 1, day: Number(day) })).toBe(date)
  })
})

test('formatRegisterDate is the inverse of fromBikram in the announced years', () => {
  for (let days = 0; days <= 5_112; days++) {
    const date = addDays(iso('2013-04-14'), days)
    const [year = 0, month = 0, day = 0] = formatRegisterDate(date).split('-').map(Number)
    expect(fromBikram({ year, month, day })).toBe(date)
  }
})

test.each([
  ['2013-04-14', '2070-01-01'],
  ['2026-11-23', '2083-08-07'],
  ['2027-04-13', '2083-12-30'],
  ['2027-04-14', '2027-04-14 AD'],
])('formatRegisterDate(%s) returns %s', (date, text) => expect(formatRegisterDate(iso(date))).toBe(text))

test.each([
  ['2026-11-17', 'Mangsir 2083', '2026-11-17', '2026-12-15'],
  ['2026-12-15', 'Mangsir 2083', '2026-11-17', '2026-12-15'],
  ['2026-12-16', 'Poush 2083', '2026-12-16', '2027-01-14'],
  ['2027-04-13', 'Chaitra 2083', '2027-03-15', '2027-04-13'],
])('getBikramMonth(%s) returns %s, from %s to %s', (date, name, from, to) =>
  expect(getBikramMonth(iso(date))).toEqual({ name, from, to }),
)

test('getBikramMonth returns undefined outside the announced years', () => {
  expect(getBikramMonth(addDays(LAST_ANNOUNCED_DAY, 1))).toBeUndefined()
  expect(getBikramMonth(iso('2013-04-13'))).toBeUndefined()
})

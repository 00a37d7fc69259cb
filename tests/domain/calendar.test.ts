import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  DAY_MS,
  dayNumber,
  daysBetween,
  format12HourTime,
  formatDate,
  formatInstant,
  formatLongDate,
  formatRange,
  type IsoDate,
  kathmanduDate,
  kathmanduInstant,
  kathmanduTime,
  listDays,
  parseClockTime,
  parseIsoDate,
  toNoonTimestamp,
  WEEKDAYS,
  weekday,
} from '#domain/calendar.ts'
import { assertProperty } from '../support/property.ts'
import { anyTime, day, time } from './business.ts'

/** The oracle: JavaScript's own calendar, in UTC. */
const utc = (date: IsoDate): number => Date.parse(`${date}T00:00:00Z`)
const fromUtc = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

const days = fc.integer({ min: dayNumber(day('1900-01-01')), max: dayNumber(day('2199-12-31')) }).map((number) => {
  return day(fromUtc(number * DAY_MS))
})
const soon = fc.integer({ min: -800, max: 800 })

test('addDays and dayNumber agree with UTC for 300 years', () => {
  const wrong: string[] = []
  for (let date = day('1900-01-01'), at = utc(date); date <= '2199-12-31'; date = addDays(date, 1), at += DAY_MS) {
    if (date !== fromUtc(at) || dayNumber(date) * DAY_MS !== at || parseIsoDate(date) === undefined) wrong.push(date)
  }
  expect(wrong).toEqual([])
})

test('addDays and daysBetween count as UTC does', () => {
  assertProperty(days, soon, (date, count) => {
    expect(addDays(date, count)).toBe(fromUtc(utc(date) + count * DAY_MS))
    expect(daysBetween(date, addDays(date, count))).toBe(count)
  })
})

test('weekday returns the weekday of UTC', () => {
  assertProperty(days, (date) => {
    expect(weekday(date)).toBe(WEEKDAYS[new Date(utc(date)).getUTCDay()])
  })
})

test('listDays returns the days with both ends', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 400 }), (from, count) => {
      const all = listDays(from, addDays(from, count))
      expect(all).toHaveLength(count + 1)
      expect(all[0]).toBe(from)
      expect(all.at(-1)).toBe(addDays(from, count))
      expect([...all].sort()).toEqual(all)
    }),
    { numRuns: 30 },
  )
  expect(listDays(day('2026-12-02'), day('2026-12-01'))).toEqual([])
})

test('parseIsoDate accepts real days only', () => {
  const [months, dates] = [fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 })]
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2199 }), months, dates, (year, month, date) => {
      const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
      const real = new Date(Date.UTC(year, month - 1, date))
      expect(parseIsoDate(text)).toBe(real.toISOString().startsWith(text) ? text : undefined)
    }),
    { numRuns: 2_000 },
  )
})

const NO_TEXTS = [null, undefined, 20_260_203, {}, ['2026-02-03'], new Date(0)]

test.each([
  '',
  '2026-2-03',
  '2026-02-30',
  '2100-02-29',
  '1899-12-31',
  '2200-01-01',
  '2026-02-03T00:00',
  ' 2026-02-03',
  '२०२६-०२-०३',
  ...NO_TEXTS,
])('parseIsoDate rejects "%s"', (value) => expect(parseIsoDate(value)).toBeUndefined())

test.each(['', '9:00', '24:00', '12:60', '12:00:00', ' 12:00', 'noon', ...NO_TEXTS])(
  'parseClockTime rejects "%s"',
  (value) => expect(parseClockTime(value)).toBeUndefined(),
)

test.each(['00:00', '09:00', '23:59'])('parseClockTime accepts "%s"', (text) => {
  expect(parseClockTime(text)).toBe(text)
})

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2100-01-31', 1, '2100-02-28'],
  ['2000-01-31', 1, '2000-02-29'],
  ['2027-01-31', 2, '2027-03-31'],
  ['2027-03-31', 1, '2027-04-30'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 48, '2032-02-29'],
  ['2026-12-10', 1, '2027-01-10'],
  ['2027-01-31', -1, '2026-12-31'],
  ['2027-03-31', -13, '2026-02-28'],
  ['2027-03-31', 0, '2027-03-31'],
])('addMonths(%s, %d) returns %s', (from, months, to) => expect(addMonths(day(from), months)).toBe(to))

test('addMonths returns the same day, or the last one of a shorter month', () => {
  assertProperty(days, fc.integer({ min: -120, max: 120 }), (date, months) => {
    const first = new Date(utc(date))
    const target = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
    const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
    target.setUTCDate(Math.min(first.getUTCDate(), last))
    expect(addMonths(date, months)).toBe(fromUtc(target.getTime()))
  })
})

test.each([
  [2026, 1, 31],
  [2026, 4, 30],
  [2026, 12, 31],
  [1900, 2, 28],
  [2000, 2, 29],
  [2024, 2, 29],
  [2026, 2, 28],
  [2100, 2, 28],
])('parseIsoDate accepts the last day of %i-%i, which is %i, and not the next', (year, month, length) => {
  const dated = (number: number) => `${year}-${String(month).padStart(2, '0')}-${number}`
  expect([parseIsoDate(dated(length)), parseIsoDate(dated(length + 1))]).toEqual([dated(length), undefined])
})

test.each([
  ['2026-11-21T18:14:59.999Z', '2026-11-21', '23:59'],
  ['2026-11-21T18:15:00.000Z', '2026-11-22', '00:00'],
  ['2026-12-31T18:15:00.000Z', '2027-01-01', '00:00'],
  ['2028-02-28T18:15:00.000Z', '2028-02-29', '00:00'],
  ['2028-02-29T18:15:00.000Z', '2028-03-01', '00:00'],
  ['1969-12-31T18:14:59.999Z', '1969-12-31', '23:59'],
  ['1970-01-01T00:00:00.000Z', '1970-01-01', '05:45'],
])('kathmanduDate and kathmanduTime of %s are %s and %s', (instant, date, clock) => {
  expect(kathmanduDate(Date.parse(instant))).toBe(date)
  expect(kathmanduTime(Date.parse(instant))).toBe(clock)
})

test('kathmanduDate and kathmanduTime agree with the time zone database', () => {
  // The offset has been the same since 1986.
  const instants = fc.integer({ min: Date.UTC(1986, 0, 2), max: Date.UTC(2199, 0, 1) })
  const styles = { dateStyle: 'short', timeStyle: 'short' } as const
  const oracle = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kathmandu', ...styles })
  assertProperty(instants, (instant) => {
    expect(`${kathmanduDate(instant)} ${kathmanduTime(instant)}`).toBe(oracle.format(instant))
  })
})

test('kathmanduInstant converts a date and time to an instant and back', () => {
  assertProperty(days, anyTime, (date, clock) => {
    const instant = kathmanduInstant(date, clock)
    expect(kathmanduDate(instant)).toBe(date)
    expect(kathmanduTime(instant)).toBe(clock)
  })
  expect(kathmanduInstant(day('2026-11-22'))).toBe(Date.parse('2026-11-21T18:15:00Z'))
  expect(Date.parse(toNoonTimestamp(day('2026-11-22')))).toBe(kathmanduInstant(day('2026-11-22'), time('12:00')))
})

test('the format functions return dates and times as text', () => {
  expect(formatDate(day('2026-12-10'))).toBe('10 Dec 2026')
  expect(formatDate(day('2026-12-01'), false)).toBe('1 Dec')
  expect(formatLongDate(day('2026-12-10'))).toBe('Thursday, 10 Dec 2026')
  expect(formatRange(day('2026-12-10'), day('2026-12-10'))).toBe('10 Dec 2026')
  expect(formatRange(day('2027-03-01'), day('2027-03-14'))).toBe('1 Mar – 14 Mar 2027')
  expect(formatRange(day('2026-12-10'), day('2027-01-09'))).toBe('10 Dec 2026 – 9 Jan 2027')
  expect(formatInstant(Date.parse('2026-11-21T08:20:00Z'))).toBe('21 Nov 2026, 14:05')
})

test.each([
  ['00:00', '12:00 AM'],
  ['06:00', '6:00 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['22:00', '10:00 PM'],
  ['23:30', '11:30 PM'],
])('format12HourTime(%s) returns %s', (clock, text) => expect(format12HourTime(time(clock))).toBe(text))

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  clockTime,
  DAY_MS,
  dayNumber,
  daysBetween,
  daysInMonth,
  format12HourTime,
  formatDate,
  formatInstant,
  formatLongDate,
  formatRange,
  type IsoDate,
  isLeapYear,
  isoDate,
  KATHMANDU_OFFSET_MS,
  kathmanduDate,
  kathmanduInstant,
  kathmanduTime,
  listDays,
  toNoonTimestamp,
  WEEKDAYS,
  weekday,
} from '#domain/calendar.ts'
import { day, time } from './business.ts'

/** The oracle: JavaScript's own calendar, in UTC. */
const utc = (date: IsoDate): number => Date.parse(`${date}T00:00:00Z`)
const fromUtc = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

const days = fc.integer({ min: dayNumber(day('1900-01-01')), max: dayNumber(day('2199-12-31')) }).map((number) => {
  return day(fromUtc(number * DAY_MS))
})
const soon = fc.integer({ min: -800, max: 800 })

describe('days', () => {
  test('of three hundred years are those of UTC, each and every one', () => {
    const wrong: string[] = []
    for (let date = day('1900-01-01'), at = utc(date); date <= '2199-12-31'; date = addDays(date, 1), at += DAY_MS) {
      if (date !== fromUtc(at) || dayNumber(date) * DAY_MS !== at || isoDate(date) === undefined) wrong.push(date)
    }
    expect(wrong).toEqual([])
  })

  test('are numbered as UTC numbers them', () => {
    fc.assert(
      fc.property(days, (date) => {
        expect(dayNumber(date) * DAY_MS).toBe(utc(date))
      }),
    )
  })

  test('are added as UTC adds them', () => {
    fc.assert(
      fc.property(days, soon, (date, count) => {
        expect(addDays(date, count)).toBe(fromUtc(utc(date) + count * DAY_MS))
        expect(daysBetween(date, addDays(date, count))).toBe(count)
      }),
    )
  })

  test('have the weekday that UTC gives them', () => {
    fc.assert(
      fc.property(days, (date) => {
        expect(weekday(date)).toBe(WEEKDAYS[new Date(utc(date)).getUTCDay()])
      }),
    )
  })

  test('between two dates are all of them, both ends included', () => {
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
})

describe('reading', () => {
  test('takes every real day and nothing else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2199 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, date) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
          const real = new Date(Date.UTC(year, month - 1, date))
          expect(isoDate(text)).toBe(real.toISOString().startsWith(text) ? text : undefined)
        },
      ),
      { numRuns: 2_000 },
    )
  })

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
  ])('"%s" is no date', (text) => {
    expect(isoDate(text)).toBeUndefined()
  })

  test.each([null, undefined, 20_260_203, {}, ['2026-02-03'], new Date(0)])('%s is no date', (value) => {
    expect(isoDate(value)).toBeUndefined()
    expect(clockTime(value)).toBeUndefined()
  })

  test.each(['', '9:00', '24:00', '12:60', '12:00:00', ' 12:00', 'noon'])('"%s" is no time', (text) => {
    expect(clockTime(text)).toBeUndefined()
  })

  test.each(['00:00', '09:00', '23:59'])('"%s" is a time', (text) => {
    expect(clockTime(text)).toBe(text)
  })
})

describe('months', () => {
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
  ])('%s and %d months is %s', (from, months, to) => {
    expect(addMonths(day(from), months)).toBe(to)
  })

  test('keep the day, or take the last one of a shorter month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -120, max: 120 }), (date, months) => {
        const first = new Date(utc(date))
        const target = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
        const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
        target.setUTCDate(Math.min(first.getUTCDate(), last))
        expect(addMonths(date, months)).toBe(fromUtc(target.getTime()))
      }),
    )
  })

  test('have their lengths', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate())
        expect(isLeapYear(year)).toBe(new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29)
      }),
    )
  })
})

describe('Kathmandu', () => {
  test('is 5 hours and 45 minutes ahead', () => {
    expect(KATHMANDU_OFFSET_MS).toBe(20_700_000)
  })

  test.each([
    ['2026-11-21T18:14:59.999Z', '2026-11-21', '23:59'],
    ['2026-11-21T18:15:00.000Z', '2026-11-22', '00:00'],
    ['2026-12-31T18:15:00.000Z', '2027-01-01', '00:00'],
    ['2028-02-28T18:15:00.000Z', '2028-02-29', '00:00'],
    ['2028-02-29T18:15:00.000Z', '2028-03-01', '00:00'],
    ['1969-12-31T18:14:59.999Z', '1969-12-31', '23:59'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01', '05:45'],
  ])('%s is %s %s there', (instant, date, clock) => {
    expect(kathmanduDate(Date.parse(instant))).toBe(date)
    expect(kathmanduTime(Date.parse(instant))).toBe(clock)
  })

  test('agrees with the time zone database, wherever this runs', () => {
    // The offset has been the same since 1986.
    const instants = fc.integer({ min: Date.UTC(1986, 0, 2), max: Date.UTC(2199, 0, 1) })
    const oracle = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Kathmandu',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    fc.assert(
      fc.property(instants, (instant) => {
        expect(`${kathmanduDate(instant)} ${kathmanduTime(instant)}`).toBe(oracle.format(instant))
      }),
    )
  })

  test('an instant and its date and time say the same', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1_439 }), (date, minutes) => {
        const clock = time(new Date(minutes * 60_000).toISOString().slice(11, 16))
        const instant = kathmanduInstant(date, clock)
        expect(kathmanduDate(instant)).toBe(date)
        expect(kathmanduTime(instant)).toBe(clock)
      }),
    )
    expect(kathmanduInstant(day('2026-11-22'))).toBe(Date.parse('2026-11-21T18:15:00Z'))
    expect(Date.parse(toNoonTimestamp(day('2026-11-22')))).toBe(kathmanduInstant(day('2026-11-22'), time('12:00')))
  })
})

test('dates and times are written as people read them', () => {
  expect(formatDate(day('2026-12-10'))).toBe('10 Dec 2026')
  expect(formatDate(day('2026-12-01'), false)).toBe('1 Dec')
  expect(formatLongDate(day('2026-12-10'))).toBe('Thursday, 10 Dec 2026')
  expect(formatRange(day('2026-12-10'), day('2026-12-10'))).toBe('10 Dec 2026')
  expect(formatRange(day('2027-03-01'), day('2027-03-14'))).toBe('1 Mar – 14 Mar 2027')
  expect(formatRange(day('2026-12-10'), day('2027-01-09'))).toBe('10 Dec 2026 – 9 Jan 2027')
  expect(formatInstant(Date.parse('2026-11-21T08:20:00Z'))).toBe('21 Nov 2026, 14:05')
  expect(['00:00', '06:00', '11:59', '12:00', '22:00', '23:30'].map((text) => format12HourTime(time(text)))).toEqual([
    '12:00 AM',
    '6:00 AM',
    '11:59 AM',
    '12:00 PM',
    '10:00 PM',
    '11:30 PM',
  ])
})

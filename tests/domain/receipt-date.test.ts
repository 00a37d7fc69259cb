import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBikram, toBikram } from '#domain/bikram-sambat.ts'
import {
  addDays,
  type ClockTime,
  format12HourTime,
  type IsoDate,
  isoDate,
  kathmanduDate,
  kathmanduTime,
} from '#domain/calendar.ts'
import { extractMoments, getLatestInstant } from '#domain/receipt/date.ts'

const at = (...lines: string[]): string[] =>
  extractMoments(lines).map(({ date, time }) => (time ? `${date} ${time}` : date))

describe('a date and its time', () => {
  test.each([
    ['2026-11-21 14:05:09', '2026-11-21 14:05'],
    ['2025-04-11 10:15:13.0', '2025-04-11 10:15'],
    ['2026/11/21 2:05 PM', '2026-11-21 14:05'],
    ['21/11/2026', '2026-11-21'],
    ['29/3/2026', '2026-03-29'],
    ['08-06-2026 16:35:06', '2026-06-08 16:35'],
    ['05/09/25', '2025-09-05'],
    ['21.11.2026 14:05', '2026-11-21 14:05'],
    // Nothing but a month first.
    ['11/21/2026', '2026-11-21'],
    ['21 Nov 2026, 02:05 pm', '2026-11-21 14:05'],
    ['Nov 21, 2026 at 12:05 AM', '2026-11-21 00:05'],
    ['21st November 2026', '2026-11-21'],
    ['21-Nov-2026 12:05 p.m.', '2026-11-21 12:05'],
    ['2083-08-05 14:05', '2026-11-21 14:05'],
    ['05/08/2083', '2026-11-21'],
    ['5 Mangsir 2083', '2026-11-21'],
    ['Mangsir 5, 2083', '2026-11-21'],
    ['2083 Mangsir 5', '2026-11-21'],
    ['1 Shrawan 2083', '2026-07-17'],
    ['Sawan 1, 2083', '2026-07-17'],
    // As readers see them.
    ['2026-11-2114:05:09', '2026-11-21 14:05'],
    ['2O26-ll-2l 14:O5', '2026-11-21 14:05'],
    ['2026 - 11 - 21', '2026-11-21'],
  ])('%s: %s', (line, moment) => {
    expect(at(line)).toEqual([moment])
  })

  test.each([
    '2026-13-01',
    '31/02/2026',
    '2083-08-30',
    '2091-01-01',
    '1999-01-01',
    '9,500.00',
    '14:05',
    'BK-1795269000000-7Q2M',
    '21 Foo 2026',
    '9841234567',
    '',
  ])('%s is none', (line) => {
    expect(at(line)).toEqual([])
  })

  test('may stand on two lines, or under their labels', () => {
    expect(at('Transaction Date 2026-11-21', 'Transaction Time 14:05:09')).toEqual(['2026-11-21 14:05'])
    expect(at('eSewa', 'Date', '21 Nov 2026', 'Time', '14:05')).toEqual(['2026-11-21'])
  })

  test('the clock in the status bar is no time of a payment', () => {
    expect(at('9:41 4G 83%', '21 Nov 2026')).toEqual(['2026-11-21'])
    expect(at('9:41 4G 83%', 'Paid', '', '21 Nov 2026, 14:05')).toEqual(['2026-11-21 14:05'])
  })

  test('of the payment goes before the dates of what is bought', () => {
    expect(at('Remarks desk from 10 Dec 2026', 'Date 21 Nov 2026')).toEqual(['2026-11-21', '2026-12-10'])
    expect(at('Valid until 2027-01-01 10:00', '2026-11-21 14:05')[0]).toBe('2026-11-21 14:05')
  })

  test('the last instant that the words allow', () => {
    const [date, time] = [isoDate('2026-11-21') as IsoDate, '14:05' as ClockTime]
    expect(new Date(getLatestInstant({ date, time })).toISOString()).toBe('2026-11-21T08:20:59.999Z')
    expect(new Date(getLatestInstant({ date })).toISOString()).toBe('2026-11-21T18:14:59.999Z')
  })
})

test('what is written in any usual way is read back', () => {
  const EN = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ]
  const BS = [
    'Baisakh',
    'Jestha',
    'Asar',
    'Shrawan',
    'Bhadra',
    'Ashwin',
    'Kartik',
    'Mangsir',
    'Poush',
    'Magh',
    'Falgun',
    'Chaitra',
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20 * 365 }),
      fc.integer({ min: 0, max: 24 * 60 - 1 }),
      fc.constantFrom('-', '/', '.'),
      fc.integer({ min: 0, max: 7 }),
      fc.boolean(),
      (days, minutes, mark, form, halves) => {
        const date = addDays(isoDate('2013-04-14') as IsoDate, days)
        const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` as ClockTime
        const [y = 0, m = 0, d = 0] = date.split('-').map(Number)
        const { year, month, day } = toBikram(date) ?? { year: 0, month: 0, day: 0 }
        const text = [
          [y, two(m), two(d)].join(mark),
          [two(d), two(m), y].join(mark),
          `${d} ${EN[m - 1]} ${y}`,
          `${EN[m - 1]?.slice(0, 3)} ${d}, ${y}`,
          [year, two(month), two(day)].join(mark),
          [two(day), two(month), year].join(mark),
          `${day} ${BS[month - 1]} ${year}`,
          `${BS[month - 1]} ${day}, ${year}`,
        ][form]
        expect(extractMoments([`${text} ${halves ? format12HourTime(time) : time}`])).toEqual([{ date, time }])
        expect(fromBikram({ year, month, day })).toBe(date)
      },
    ),
  )
})

test('a minute of now is read as no earlier than now', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }), (now) => {
      const [moment] = extractMoments([`${kathmanduDate(now)} ${kathmanduTime(now)}`])
      const latest = moment ? getLatestInstant(moment) : Number.NaN
      expect(latest - now).toBeGreaterThanOrEqual(0)
      expect(latest - now).toBeLessThan(60_000)
    }),
  )
})

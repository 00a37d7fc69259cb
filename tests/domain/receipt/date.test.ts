import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBikram } from '#domain/bikram-sambat.ts'
import { format12HourTime, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { extractMoments, getLatestInstant } from '#domain/receipt/date.ts'
import { assertProperty } from '../../support/property.ts'
import { anyTime, day, time } from '../business.ts'

const at = (...lines: string[]): string[] =>
  extractMoments(lines).map(({ date, time }) => (time ? `${date} ${time}` : date))

test.each([
  ['2026-11-21 14:05:09', '2026-11-21 14:05'],
  ['2025-04-11 10:15:13.0', '2025-04-11 10:15'],
  ['2026/11/21 2:05 PM', '2026-11-21 14:05'],
  ['21/11/2026', '2026-11-21'],
  ['29/3/2026', '2026-03-29'],
  ['08-06-2026 16:35:06', '2026-06-08 16:35'],
  ['05/09/25', '2025-09-05'],
  ['21.11.2026 14:05', '2026-11-21 14:05'],
  // Only possible with the month first.
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
  // As the text recognition returns it.
  ['2026-11-2114:05:09', '2026-11-21 14:05'],
  ['2O26-ll-2l 14:O5', '2026-11-21 14:05'],
  ['2026 - 11 - 21', '2026-11-21'],
])('extractMoments reads "%s" as %s', (line, moment) => expect(at(line)).toEqual([moment]))

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
])('extractMoments reads no date in "%s"', (line) => expect(at(line)).toEqual([]))

test('extractMoments reads date and time from two lines', () => {
  expect(at('Transaction Date 2026-11-21', 'Transaction Time 14:05:09')).toEqual(['2026-11-21 14:05'])
  expect(at('eSewa', 'Date', '21 Nov 2026', 'Time', '14:05')).toEqual(['2026-11-21'])
})

test('extractMoments ignores the clock of the status bar', () => {
  expect(at('9:41 4G 83%', '21 Nov 2026')).toEqual(['2026-11-21'])
  expect(at('9:41 4G 83%', 'Paid', '', '21 Nov 2026, 14:05')).toEqual(['2026-11-21 14:05'])
})

test('extractMoments prefers the date of the payment', () => {
  expect(at('Remarks desk from 10 Dec 2026', 'Date 21 Nov 2026')).toEqual(['2026-11-21', '2026-12-10'])
  expect(at('Valid until 2027-01-01 10:00', '2026-11-21 14:05')[0]).toBe('2026-11-21 14:05')
})

test('getLatestInstant returns the last possible instant', () => {
  const date = day('2026-11-21')
  expect(getLatestInstant({ date, time: time('14:05') })).toBe(Date.parse('2026-11-21T08:20:59.999Z'))
  expect(getLatestInstant({ date })).toBe(Date.parse('2026-11-21T18:14:59.999Z'))
})

test('extractMoments reads usual formats of both calendars', () => {
  const EN = 'January February March April May June July August September October November December'.split(' ')
  const BS = 'Baisakh Jestha Asar Shrawan Bhadra Ashwin Kartik Mangsir Poush Magh Falgun Chaitra'.split(' ')
  const two = (value: number) => String(value).padStart(2, '0')
  const upTo = (max: number, min = 1) => fc.integer({ min, max })
  const bikrams = fc.record({ year: upTo(2089, 2070), month: upTo(12), day: upTo(32) })
  const written = fc.record({ mark: fc.constantFrom('-', '/', '.'), form: upTo(7, 0), halves: fc.boolean() })
  assertProperty(bikrams, anyTime, written, (bikram, time, { mark, form, halves }) => {
    const { year, month, day } = bikram
    const date = fromBikram(bikram)
    if (!date) return
    const [y = 0, m = 0, d = 0] = date.split('-').map(Number)
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
  })
})

test('getLatestInstant of the current minute is not before now', () => {
  assertProperty(fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }), (now) => {
    const [moment] = extractMoments([`${kathmanduDate(now)} ${kathmanduTime(now)}`])
    const latest = moment ? getLatestInstant(moment) : Number.NaN
    expect(latest - now).toBeGreaterThanOrEqual(0)
    expect(latest - now).toBeLessThan(60_000)
  })
})

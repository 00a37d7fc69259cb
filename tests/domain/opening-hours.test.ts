import { expect, test } from 'vitest'
import { type IsoDate, weekday } from '#domain/calendar.ts'
import { formatHoursOfRange, formatWeeklyHours, groupHoursOfRange, groupOpeningHours } from '#domain/opening-hours.ts'
import { day, hours, time } from './business.ts'

const usual = hours(['06:00', '22:00'], ['08:00', '20:00'])
const daily = hours(['10:00', '18:00'], ['10:00', '18:00'])

test('groupOpeningHours returns Daily for equal hours, else weekdays and weekends, or a single different day', () => {
  expect(groupOpeningHours(daily)).toEqual([{ days: 'Daily', open: '10:00', close: '18:00' }])
  expect(groupOpeningHours(usual)).toEqual([
    { days: 'Mon–Fri', open: '06:00', close: '22:00' },
    { days: 'Sat–Sun', open: '08:00', close: '20:00' },
  ])
  const week = { ...daily, wednesday: { open: time('12:00'), close: time('18:00') } }
  expect(groupOpeningHours(week).map(({ days }) => days)).toEqual(['Mon–Tue', 'Wed', 'Thu–Sun'])
})

test('formatWeeklyHours returns one line', () => {
  expect(formatWeeklyHours(usual)).toBe('Mon–Fri 06:00–22:00, Sat–Sun 08:00–20:00')
})

test('formatHoursOfRange returns one line', () => {
  const hoursOn = (date: IsoDate) => usual[weekday(date)]
  expect(formatHoursOfRange(day('2026-12-11'), day('2026-12-12'), hoursOn)).toBe('Fri 06:00–22:00, Sat 08:00–20:00')
})

test('groupHoursOfRange returns the hours of the covered days, and those of a whole week from Monday', () => {
  const group = (from: string, to: string) =>
    groupHoursOfRange(day(from), day(to), (date) => usual[weekday(date)]).map(({ days, open }) => `${days} ${open}`)
  // A Thursday.
  expect(group('2026-12-10', '2026-12-10')).toEqual(['Thu 06:00'])
  expect(group('2026-12-10', '2026-12-14')).toEqual(['Thu–Fri 06:00', 'Sat–Sun 08:00', 'Mon 06:00'])
  expect(group('2026-12-12', '2026-12-12')).toEqual(['Sat 08:00'])
  expect(group('2026-12-10', '2026-12-16')).toEqual(['Mon–Fri 06:00', 'Sat–Sun 08:00'])
  expect(group('2026-12-13', '2027-01-12')).toEqual(['Mon–Fri 06:00', 'Sat–Sun 08:00'])
})

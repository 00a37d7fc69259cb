import { expect, test } from 'vitest'
import { type ClockTime, WEEKDAYS, type Weekday } from '#domain/calendar.ts'
import type { OpeningHours } from '#domain/location.ts'
import { formatWeeklyHours, groupOpeningHours } from '#domain/opening-hours.ts'

const at = (time: string) => time as ClockTime
const week = (of: (day: Weekday) => [string, string]): OpeningHours => {
  const hours = WEEKDAYS.map((day) => [day, { open: at(of(day)[0]), close: at(of(day)[1]) }])
  return Object.fromEntries(hours) as OpeningHours
}
const weekend = (day: Weekday) => day === 'saturday' || day === 'sunday'

test('the same hours all week are daily', () => {
  expect(groupOpeningHours(week(() => ['10:00', '18:00']))).toEqual([{ days: 'Daily', open: '10:00', close: '18:00' }])
})

test('shows weekdays and weekends in two lines', () => {
  expect(groupOpeningHours(week((day) => (weekend(day) ? ['08:00', '20:00'] : ['06:00', '22:00'])))).toEqual([
    { days: 'Mon–Fri', open: '06:00', close: '22:00' },
    { days: 'Weekends', open: '08:00', close: '20:00' },
  ])
})

test('a day of its own has a line of its own', () => {
  const hours = week((day) => (day === 'wednesday' ? ['12:00', '18:00'] : ['09:00', '18:00']))
  expect(groupOpeningHours(hours).map(({ days }) => days)).toEqual(['Mon–Tue', 'Wed', 'Thu–Sun'])
})

test('a week in one line', () => {
  const hours = week((day) => (weekend(day) ? ['08:00', '20:00'] : ['06:00', '22:00']))
  expect(formatWeeklyHours(hours)).toBe('Mon–Fri 06:00–22:00, Weekends 08:00–20:00')
})

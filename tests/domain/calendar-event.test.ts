import { expect, test } from 'vitest'
import { toCalendarEvent, toTourEvent } from '#domain/calendar-event.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { day, hours, time } from './business.ts'

const kausimaa = {
  name: 'Kausimaa',
  fullAddress: 'Lazimpat, Kathmandu',
  openingHours: hours(['10:00', '18:00'], ['11:00', '17:00']),
}
const booking = {
  bookingId: 'BK-1-ABCD',
  planId: 'professional',
  startDate: day('2026-12-10'),
  endDate: day('2027-01-09'),
  sequence: 3,
  changedAt: 5,
} as const

test('toCalendarEvent covers the days of a longer plan', () => {
  expect(toCalendarEvent(booking, kausimaa)).toEqual({
    id: 'BK-1-ABCD',
    title: 'Coworking at Kausimaa',
    place: 'Kausimaa, Lazimpat, Kathmandu',
    sequence: 3,
    changedAt: 5,
    time: { from: '2026-12-10', to: '2027-01-09' },
  })
})

test.each([
  ['2026-12-10', '2026-12-10T04:15:00.000Z', '2026-12-10T12:15:00.000Z'],
  // A Saturday.
  ['2026-12-12', '2026-12-12T05:15:00.000Z', '2026-12-12T11:15:00.000Z'],
])('toCalendarEvent of a day pass for %s has the hours of that day', (date, start, end) => {
  const dayPass = { ...booking, planId: 'explorer', startDate: day(date), endDate: day(date) } as const
  const { time } = toCalendarEvent(dayPass, kausimaa)
  expect(time).toEqual({ start: Date.parse(start), end: Date.parse(end) })
})

test('toCalendarEvent has hours for a day pass only', () => {
  const timed = PLAN_IDS.filter((planId) => 'start' in toCalendarEvent({ ...booking, planId }, kausimaa).time)
  expect(timed).toEqual(['explorer'])
})

test('toTourEvent lasts half an hour', () => {
  const tour = { tourId: 'TR-1-ABCD', date: day('2026-12-10'), time: time('10:30'), sequence: 1, changedAt: 5 }
  expect(toTourEvent(tour, kausimaa)).toEqual({
    id: 'TR-1-ABCD',
    title: 'Tour of Kausimaa',
    place: 'Kausimaa, Lazimpat, Kathmandu',
    sequence: 1,
    changedAt: 5,
    time: { start: Date.parse('2026-12-10T04:45:00.000Z'), end: Date.parse('2026-12-10T05:15:00.000Z') },
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, DAY_MS, kathmanduInstant } from '#domain/calendar.ts'
import { isDayBeforeReminderDue } from '#domain/reminder.ts'
import { assertProperty } from '../support/property.ts'
import { anyTime, day, TODAY, time } from './business.ts'

const firstDay = day('2026-12-10')

test.each([
  ['2026-12-09', '16:59', '2026-12-01', false],
  ['2026-12-09', '17:00', '2026-12-01', true],
  ['2026-12-09', '23:59', '2026-12-01', true],
  ['2026-12-10', '00:00', '2026-12-01', false],
  ['2026-12-08', '17:00', '2026-12-01', false],
  ['2026-12-09', '17:00', '2026-12-08', true],
  ['2026-12-09', '17:00', '2026-12-09', false],
])('isDayBeforeReminderDue for 10 December is, on %s at %s for a booking of %s, %s', (date, clock, booked, due) => {
  expect(isDayBeforeReminderDue({ firstDay, bookedOn: day(booked) }, kathmanduInstant(day(date), time(clock)))).toBe(
    due,
  )
})

test('isDayBeforeReminderDue is true within the last seven hours before the day', () => {
  assertProperty(fc.integer({ min: -3, max: 3 }), anyTime, fc.integer({ min: 0, max: 5 }), (ahead, clock, before) => {
    const now = kathmanduInstant(TODAY, clock)
    const first = addDays(TODAY, ahead)
    if (!isDayBeforeReminderDue({ firstDay: first, bookedOn: addDays(TODAY, -before) }, now)) return
    const left = kathmanduInstant(first) - now
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(DAY_MS * (7 / 24))
    expect(before).toBeGreaterThan(0)
  })
})

import { expect, test } from 'vitest'
import { kathmanduDate, WEEKDAYS, weekday } from '#domain/calendar.ts'
import { isOpenAt } from '#domain/location.ts'
import { getOpeningStatus } from '#domain/opening-status.ts'
import { hours } from './business.ts'

const hub = { openingHours: hours(['06:00', '22:00'], ['08:00', '20:00']) }
const week = WEEKDAYS.map((day) => hub.openingHours[day])

/** Instants are UTC; Kathmandu is 5:45 ahead. 10 December 2026 is a Thursday. */
test.each([
  ['2026-12-09T18:15:00Z', 4, 'Closed, opens at 06:00', '2026-12-10T00:15:00Z'],
  ['2026-12-10T00:14:59Z', 4, 'Closed, opens at 06:00', '2026-12-10T00:15:00Z'],
  ['2026-12-10T00:15:00Z', 4, 'Open now, until 22:00', '2026-12-10T16:15:00Z'],
  ['2026-12-10T16:14:59Z', 4, 'Open now, until 22:00', '2026-12-10T16:15:00Z'],
  ['2026-12-10T16:15:00Z', 4, 'Closed, opens tomorrow at 06:00', '2026-12-10T18:15:00Z'],
  ['2026-12-11T16:15:00Z', 5, 'Closed, opens tomorrow at 08:00', '2026-12-11T18:15:00Z'],
  ['2026-12-12T05:00:00Z', 6, 'Open now, until 20:00', '2026-12-12T14:15:00Z'],
  ['2026-12-12T18:15:00Z', 0, 'Closed, opens at 08:00', '2026-12-13T02:15:00Z'],
])('getOpeningStatus at %s, on day %d of the week, is "%s"', (instant, today, label, until) => {
  expect(getOpeningStatus(week, Date.parse(instant))).toEqual({ today, label, until: Date.parse(until) })
})

test('getOpeningStatus agrees with the calendar for a month and changes exactly at `until`', () => {
  const allDay: typeof week = week.map((day, index) =>
    index % 2 ? day : hours(['00:00', '23:59'], ['00:00', '23:59']).monday,
  )
  for (const days of [week, allDay]) {
    for (let instant = Date.parse('2028-02-14T00:00:00Z'), turns = 0; turns < 90; turns++) {
      const { today, label, until } = getOpeningStatus(days, instant)
      expect(WEEKDAYS[today]).toBe(weekday(kathmanduDate(instant)))
      if (days === week) expect(label.startsWith('Open')).toBe(isOpenAt(hub, instant))
      expect(until).toBeGreaterThan(instant)
      expect(getOpeningStatus(days, until - 1).label).toBe(label)
      expect(getOpeningStatus(days, until).label).not.toBe(label)
      instant = until
    }
  }
})

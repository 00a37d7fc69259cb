import { expect, test } from 'vitest'
import { findWeekdays } from '#domain/assistant/weekdays.ts'
import { WEEKDAYS } from '#domain/calendar.ts'

test.each([
  ['open Monday to Friday', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']],
  ['Mon–Fri', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']],
  ['Fri-Mon', ['sunday', 'monday', 'friday', 'saturday']],
  ['on Tues and Thurs', ['tuesday', 'thursday']],
  ['on Saturdays', ['saturday']],
  ['on weekdays', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']],
  ['Weekends', ['sunday', 'saturday']],
  ['every day', WEEKDAYS],
  ['a month under the sunshade', []],
])('findWeekdays("%s") returns %j', (text, days) => expect(findWeekdays(text)).toEqual(days))

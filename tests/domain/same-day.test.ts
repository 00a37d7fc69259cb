import { expect, test } from 'vitest'
import { kathmanduInstant } from '#domain/calendar.ts'
import { draftProblems } from '#domain/draft.ts'
import { closingInstant } from '#domain/location.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import { business, complete, day, TODAY, time } from './business.ts'

const at = (clock: string) => kathmanduInstant(TODAY, time(clock))
const ended = (clock: string, cutoffMinutes = 60) => salesAt(business.locations, at(clock), cutoffMinutes).ended

test('ends the sales for today the cut-off before each location closes', () => {
  expect(ended('16:59')).toEqual([])
  expect(ended('17:00')).toEqual(['kausimaa'])
  expect(ended('21:00')).toEqual(['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft'])
  expect(ended('00:00')).toEqual([])
})

test('sells today until closing time without a cut-off', () => {
  expect(ended('17:59', 0)).toEqual([])
  expect(ended('18:00', 0)).toEqual(['kausimaa'])
})

test('starts bookings tomorrow once the sales for today have ended', () => {
  const sales = salesAt(business.locations, at('17:00'), 60)
  expect(earliestStart(sales, 'kausimaa')).toBe('2026-12-10')
  expect(earliestStart(sales, 'dhobighat-hub')).toBe(TODAY)
})

test.each(['explorer', 'professional'] as const)('rejects today as the first day of %s after the cut-off', (planId) => {
  const draft = { ...complete, planId, locationId: 'kausimaa' as const, startTime: time('10:00'), startDate: TODAY }
  expect(draftProblems(draft, business, salesAt(business.locations, at('16:59'), 60))).toEqual({})
  const after = salesAt(business.locations, at('17:00'), 60)
  expect(draftProblems(draft, business, after)).toEqual({ startDate: 'sales_ended' })
  expect(draftProblems({ ...draft, startDate: day('2026-12-10') }, business, after)).toEqual({})
})

test('closes at the hours of the weekday, and at the end of the day where the hours are not known', () => {
  const [hub] = business.locations
  expect(closingInstant(hub, day('2026-12-12'))).toBe(kathmanduInstant(day('2026-12-12'), time('20:00')))
  expect(closingInstant(undefined, TODAY)).toBe(kathmanduInstant(day('2026-12-10')))
})

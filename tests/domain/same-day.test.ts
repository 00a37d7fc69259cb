import { expect, test } from 'vitest'
import { draftProblems } from '#domain/booking-draft.ts'
import { kathmanduInstant } from '#domain/calendar.ts'
import { closingInstant } from '#domain/location.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import { business, complete, day, TODAY, time } from './business.ts'

const at = (clock: string) => kathmanduInstant(TODAY, time(clock))

test.each([
  ['16:59', 60, []],
  ['17:00', 60, ['kausimaa']],
  ['21:00', 60, ['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft']],
  ['00:00', 60, []],
  ['17:59', 0, []],
  ['18:00', 0, ['kausimaa']],
])('salesAt %s, with a cut-off of %d minutes, has ended the sales for today at %j', (clock, cutoff, locations) => {
  expect(salesAt(business.locations, at(clock), cutoff).ended).toEqual(locations)
})

test('earliestStart returns tomorrow once the sales for today have ended', () => {
  const sales = salesAt(business.locations, at('17:00'), 60)
  expect(earliestStart(sales, 'kausimaa')).toBe('2026-12-10')
  expect(earliestStart(sales, 'dhobighat-hub')).toBe(TODAY)
})

test.each(['explorer', 'professional'] as const)(
  'draftProblems rejects today as the first day of %s after the cut-off',
  (planId) => {
    const draft = { ...complete, planId, locationId: 'kausimaa' as const, startTime: time('10:00'), startDate: TODAY }
    expect(draftProblems(draft, business, salesAt(business.locations, at('16:59'), 60))).toEqual({})
    const after = salesAt(business.locations, at('17:00'), 60)
    expect(draftProblems(draft, business, after)).toEqual({ startDate: 'sales_ended' })
    expect(draftProblems({ ...draft, startDate: day('2026-12-10') }, business, after)).toEqual({})
  },
)

test('closingInstant returns that of the weekday, or the end of the day if the hours are unknown', () => {
  const [hub] = business.locations
  expect(closingInstant(hub, day('2026-12-12'))).toBe(kathmanduInstant(day('2026-12-12'), time('20:00')))
  expect(closingInstant(undefined, TODAY)).toBe(kathmanduInstant(day('2026-12-10')))
})

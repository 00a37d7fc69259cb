import { describe, expect, test } from 'vitest'
import { type BookingDraft, clampHours, draftProblems } from '#domain/booking-draft.ts'
import { kathmanduInstant } from '#domain/calendar.ts'
import type { Closure } from '#domain/closure.ts'
import { salesAt } from '#domain/same-day.ts'
import { business, complete, day, SALES, TODAY, time } from './business.ts'

const closure = (date: string, hours: Closure['hours'] = null) => ({
  from: day(date),
  to: day(date),
  reason: 'Udhauli',
  hours,
})
const short = { open: time('10:00'), close: time('16:00') }
const withClosure = (...closures: Closure[]) => ({
  ...business,
  locations: business.locations.map((location) => ({ ...location, closures })),
})
const problemsWith = (closures: Closure[], changes: Partial<BookingDraft> = {}) =>
  draftProblems({ ...complete, ...changes }, withClosure(...closures), SALES)

describe('a draft', () => {
  test('cannot start on a closed day', () => {
    expect(problemsWith([closure(complete.startDate)])).toEqual({ startDate: 'closed_day' })
    expect(problemsWith([closure(complete.startDate)], { planId: 'explorer' })).toEqual({ startDate: 'closed_day' })
  })

  test('can cover a closed day and end on it', () => {
    const end = day('2027-01-09')
    expect(problemsWith([closure('2026-12-20'), closure(end)], { endDate: end })).toEqual({})
  })

  test('reports a start in the past instead', () => {
    expect(problemsWith([closure('2026-12-08')], { startDate: day('2026-12-08') })).toEqual({
      startDate: 'start_in_past',
    })
  })

  test('reports the closed day when the sales of today have ended too', () => {
    const evening = salesAt(withClosure().locations, kathmanduInstant(TODAY, time('21:30')), 60)
    const draft = { ...complete, startDate: TODAY }
    expect(draftProblems(draft, withClosure(), evening)).toEqual({ startDate: 'sales_ended' })
    expect(draftProblems(draft, withClosure(closure(TODAY)), evening)).toEqual({ startDate: 'closed_day' })
  })

  test('has the usual working hours where its first day has other hours', () => {
    const closures = [closure(complete.startDate, short)]
    const hours = { startTime: time('09:00'), endTime: time('17:00') }
    expect(problemsWith(closures, hours)).toEqual({})
    expect(problemsWith(closures, { startTime: time('03:00') })).toEqual({ startTime: 'outside_hours' })
    const [location] = withClosure(...closures).locations
    if (!location) throw new Error('there is no location')
    expect(clampHours(hours, location, day(complete.startDate))).toEqual(hours)
  })
})

test('sales of a day with other hours end before these close', () => {
  const at = (clock: string) =>
    salesAt(withClosure(closure(TODAY, short)).locations, kathmanduInstant(TODAY, time(clock)), 60).ended.length
  expect([at('14:59'), at('15:00')]).toEqual([0, business.locations.length])
})

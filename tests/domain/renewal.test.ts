import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { MEMBERSHIP_STATES, membershipEnd } from '#domain/membership.ts'
import type { Period } from '#domain/plan.ts'
import { canRenew, endAfterRenewalCancelled, renewalCoverage } from '#domain/renewal.ts'
import { assertProperty } from '../support/property.ts'
import { day, TODAY } from './business.ts'

test('canRenew returns true for an active membership until its end date', () => {
  expect(MEMBERSHIP_STATES.filter((status) => canRenew({ status, endDate: TODAY }, TODAY))).toEqual(['active'])
  expect(canRenew({ status: 'active', endDate: addDays(TODAY, -1) }, TODAY)).toBe(false)
})

describe('renewalCoverage', () => {
  test.each<[string, string, Period, number, string, number]>([
    ['2027-01-10', '2027-02-10', 'monthly', 1, '2027-03-09', 1],
    ['2027-01-10', '2027-02-10', 'monthly', 3, '2027-05-09', 3],
    // From 31 January: 28 February, 31 March, 30 April.
    ['2027-01-31', '2027-02-28', 'monthly', 1, '2027-03-30', 1],
    ['2027-01-31', '2027-03-31', 'monthly', 1, '2027-04-29', 1],
    ['2027-01-31', '2027-02-28', 'monthly', 2, '2027-04-29', 2],
    // Staff have changed the end.
    ['2027-01-31', '2027-03-05', 'monthly', 1, '2027-04-04', 1],
    ['2027-01-10', '2027-01-17', 'weekly', 1, '2027-01-23', 1],
    ['2027-01-10', '2027-01-17', 'weekly', 5, '2027-02-20', 2],
    ['2028-02-29', '2029-02-28', 'annual', 1, '2030-02-27', 12],
    ['2028-02-29', '2031-02-28', 'annual', 1, '2032-02-28', 12],
  ])('of %s to %s by %s, %d times, ends on %s and has %d months', (start, end, period, count, to, months) => {
    const terms = { startDate: day(start), endDate: day(end) }
    expect(renewalCoverage(terms, period, count)).toEqual({ from: end, to, count, months })
  })

  const starts = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays(TODAY, days))
  const periods = fc.constantFrom<Period>('weekly', 'monthly', 'annual')
  const counts = fc.integer({ min: 1, max: 6 })

  test('is the same for one renewal of several periods and several of one', () => {
    assertProperty(starts, periods, counts, counts, (startDate, period, bought, count) => {
      const endDate = membershipEnd(startDate, period, bought)
      const together = renewalCoverage({ startDate, endDate }, period, count)
      let end = endDate
      for (let index = 0; index < count; index++) {
        const one = renewalCoverage({ startDate, endDate: end }, period, 1)
        expect(one.from).toBe(end)
        end = addDays(one.to, 1)
      }
      expect(addDays(together.to, 1)).toBe(end)
      expect(end).toBe(membershipEnd(startDate, period, bought + count))
    })
  })

  test('always starts on the end date and covers at least one period', () => {
    assertProperty(starts, fc.nat(800), periods, counts, (startDate, length, period, count) => {
      const endDate = addDays(startDate, length)
      const { from, to } = renewalCoverage({ startDate, endDate }, period, count)
      expect(from).toBe(endDate)
      expect(to >= addDays(endDate, 6)).toBe(true)
    })
  })
})

describe('endAfterRenewalCancelled', () => {
  const first = { from: day('2027-02-28'), to: day('2027-03-30'), isConfirmed: false }
  const second = { from: day('2027-03-31'), to: day('2027-04-29'), isConfirmed: true }

  test('restores the end before the renewal', () => {
    expect(endAfterRenewalCancelled(day('2027-03-31'), [first])).toBe('2027-02-28')
  })

  test('keeps the days of a later renewal', () => {
    expect(endAfterRenewalCancelled(day('2027-04-30'), [first, second])).toBe('2027-04-30')
  })

  test('goes back over an earlier renewal that was cancelled before', () => {
    const both = [first, { ...second, isConfirmed: false }]
    expect(endAfterRenewalCancelled(day('2027-04-30'), both)).toBe('2027-02-28')
  })

  test('keeps a period that was renewed a second time', () => {
    expect(endAfterRenewalCancelled(day('2027-03-31'), [first, { ...first, isConfirmed: true }])).toBe('2027-03-31')
  })

  test('keeps an end that staff have changed', () => {
    expect(endAfterRenewalCancelled(day('2027-04-02'), [first])).toBe('2027-04-02')
  })
})

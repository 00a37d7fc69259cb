import { describe, expect, test } from 'vitest'
import {
  createsMembership,
  currentMembershipState,
  findDueReminder,
  getDaysUntilRenewal,
  MEMBERSHIP_LABELS,
  MEMBERSHIP_STATES,
  membershipEnd,
  membershipProblems,
} from '#domain/membership.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { day } from './business.ts'

test('a membership is active, expired, cancelled, pending or suspended', () => {
  expect(MEMBERSHIP_STATES).toEqual(['active', 'expired', 'cancelled', 'pending', 'suspended'])
})

test('every plan except the day pass makes a membership', () => {
  expect(PLAN_IDS.filter(createsMembership)).toEqual(['professional', 'enterprise', 'private-office'])
})

describe('the end date of a membership', () => {
  test.each([
    ['2026-12-10', 'daily', 1, '2026-12-11'],
    ['2026-12-10', 'weekly', 2, '2026-12-24'],
    ['2026-12-10', 'monthly', 1, '2027-01-10'],
    ['2027-01-31', 'monthly', 1, '2027-02-28'],
    ['2028-01-31', 'monthly', 1, '2028-02-29'],
    ['2027-01-31', 'monthly', 2, '2027-03-31'],
    ['2026-12-10', 'annual', 1, '2027-12-10'],
    ['2028-02-29', 'annual', 1, '2029-02-28'],
  ] as const)('from %s, %s × %d: %s', (start, period, count, end) => {
    expect(membershipEnd(day(start), period, count)).toBe(end)
  })

  test('is one period later where nothing else is said', () => {
    expect(membershipEnd(day('2026-12-10'), 'monthly')).toBe('2027-01-10')
  })
})

describe('the expiry of a membership', () => {
  test.each([
    ['active', '2027-01-09', 'active'],
    ['active', '2027-01-10', 'active'],
    ['active', '2027-01-11', 'expired'],
    ['suspended', '2027-01-11', 'suspended'],
    ['pending', '2027-01-11', 'pending'],
    ['cancelled', '2027-01-11', 'cancelled'],
    ['expired', '2027-01-01', 'expired'],
  ] as const)('%s until 10 January is, on %s, %s', (state, today, now) => {
    expect(currentMembershipState(state, day('2027-01-10'), day(today))).toBe(now)
  })
})

test('every state has words', () => {
  expect(Object.keys(MEMBERSHIP_LABELS)).toEqual([...MEMBERSHIP_STATES])
})

describe('up for renewal is what is active and ends within 14 days', () => {
  test.each([
    ['active', '2026-12-26', undefined],
    ['active', '2026-12-27', 14],
    ['active', '2027-01-09', 1],
    ['active', '2027-01-10', 0],
    ['active', '2027-01-11', undefined],
    ['suspended', '2027-01-09', undefined],
    ['expired', '2027-01-09', undefined],
  ] as const)('%s until 10 January ends, on %s, in %s days', (state, today, days) => {
    expect(getDaysUntilRenewal(state, day('2027-01-10'), day(today))).toBe(days)
  })
})

describe('a change of terms', () => {
  const problems = (status: 'active' | 'expired' | 'pending', start: string, end: string) =>
    membershipProblems({ status, startDate: day(start), endDate: day(end) }, day('2026-12-01'))

  test.each([
    ['active', '2026-11-01', '2026-12-01', {}],
    ['active', '2026-12-01', '2026-12-01', {}],
    ['active', '2026-11-01', '2026-11-30', { status: 'over' }],
    ['expired', '2026-11-01', '2026-11-30', {}],
    ['pending', '2026-11-01', '2026-11-30', {}],
    ['pending', '2026-12-02', '2026-12-01', { endDate: 'end_before_start' }],
    ['active', '2026-11-30', '2026-11-29', { endDate: 'end_before_start', status: 'over' }],
  ] as const)('to %s from %s to %s: %o', (status, start, end, found) => {
    expect(problems(status, start, end)).toEqual(found)
  })
})

describe('the reminder that is due', () => {
  const due = (start: string, end: string, today: string, autoRenew = false) =>
    findDueReminder({ startDate: day(start), endDate: day(end), autoRenew }, day(today))

  test.each([
    ['2026-12-10', '2027-01-10', '2026-12-26', undefined],
    ['2026-12-10', '2027-01-10', '2026-12-27', 14],
    ['2026-12-10', '2027-01-10', '2027-01-06', 14],
    ['2026-12-10', '2027-01-10', '2027-01-07', 3],
    ['2026-12-10', '2027-01-10', '2027-01-10', 3],
    ['2026-12-10', '2027-01-10', '2027-01-11', undefined],
    // February: 28 days are just long enough for both.
    ['2027-02-01', '2027-03-01', '2027-02-15', 14],
    // A week is told of its end once.
    ['2026-12-10', '2026-12-17', '2026-12-13', undefined],
    ['2026-12-10', '2026-12-17', '2026-12-14', 3],
    ['2026-12-10', '2027-12-10', '2027-11-10', undefined],
  ] as const)('of %s to %s is, on %s, that of %s days', (start, end, today, days) => {
    expect(due(start, end, today)).toBe(days)
  })

  test('comes 30 days before too where it is to be renewed, so that notice can be given', () => {
    expect(due('2026-12-10', '2027-12-10', '2027-11-09', true)).toBeUndefined()
    expect(due('2026-12-10', '2027-12-10', '2027-11-10', true)).toBe(30)
    expect(due('2026-12-10', '2027-12-10', '2027-11-26', true)).toBe(14)
    expect(due('2026-12-10', '2027-01-10', '2026-12-12', true)).toBeUndefined()
  })
})

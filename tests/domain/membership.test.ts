import { expect, test } from 'vitest'
import {
  createsMembership,
  currentMembershipState,
  findDueReminder,
  getDaysUntilLastDay,
  MEMBERSHIP_LABELS,
  MEMBERSHIP_STATES,
  membershipEnd,
  membershipProblems,
} from '#domain/membership.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { day } from './business.ts'

test('a membership is active, expired, cancelled, pending or suspended, each with a label', () => {
  expect(MEMBERSHIP_STATES).toEqual(['active', 'expired', 'cancelled', 'pending', 'suspended'])
  expect(Object.keys(MEMBERSHIP_LABELS)).toEqual([...MEMBERSHIP_STATES])
})

test('createsMembership returns true for every plan except the day pass', () => {
  expect(PLAN_IDS.filter(createsMembership)).toEqual(['professional', 'enterprise', 'private-office'])
})

test.each([
  ['2026-12-10', 'daily', 1, '2026-12-11'],
  ['2026-12-10', 'weekly', 2, '2026-12-24'],
  ['2026-12-10', 'monthly', 1, '2027-01-10'],
  ['2027-01-31', 'monthly', 1, '2027-02-28'],
  ['2028-01-31', 'monthly', 1, '2028-02-29'],
  ['2027-01-31', 'monthly', 2, '2027-03-31'],
  ['2026-12-10', 'annual', 1, '2027-12-10'],
  ['2028-02-29', 'annual', 1, '2029-02-28'],
] as const)('membershipEnd(%s, %s, %d) returns %s', (start, period, count, end) => {
  expect(membershipEnd(day(start), period, count)).toBe(end)
})

test.each([
  ['active', '2027-01-09', 'active'],
  ['active', '2027-01-10', 'active'],
  ['active', '2027-01-11', 'expired'],
  ['suspended', '2027-01-11', 'suspended'],
  ['pending', '2027-01-11', 'pending'],
  ['cancelled', '2027-01-11', 'cancelled'],
  ['expired', '2027-01-01', 'expired'],
] as const)('currentMembershipState of one that is %s until 10 January is, on %s, %s', (state, today, now) => {
  expect(currentMembershipState(state, day('2027-01-10'), day(today))).toBe(now)
})

test.each([
  ['active', '2026-12-25', undefined],
  ['active', '2026-12-26', 14],
  ['active', '2027-01-08', 1],
  ['active', '2027-01-09', 0],
  ['active', '2027-01-10', -1],
  ['active', '2027-01-11', undefined],
  ['suspended', '2027-01-09', undefined],
  ['expired', '2027-01-09', undefined],
] as const)('getDaysUntilLastDay of one that is %s and covers 9 January is, on %s, %s', (state, today, days) => {
  expect(getDaysUntilLastDay(state, day('2027-01-10'), day(today))).toBe(days)
})

test.each([
  ['active', '2026-11-01', '2026-12-01', {}],
  ['active', '2026-11-30', '2026-12-01', {}],
  ['active', '2026-12-01', '2026-12-01', { endDate: 'end_before_start' }],
  ['active', '2026-11-01', '2026-11-30', { status: 'over' }],
  ['expired', '2026-11-01', '2026-11-30', {}],
  ['pending', '2026-11-01', '2026-11-30', {}],
  ['pending', '2026-12-02', '2026-12-01', { endDate: 'end_before_start' }],
  ['active', '2026-11-30', '2026-11-29', { endDate: 'end_before_start', status: 'over' }],
] as const)('membershipProblems of one that is %s from %s to %s are %o', (status, start, end, problems) => {
  const terms = { status, startDate: day(start), endDate: day(end) }
  expect(membershipProblems(terms, day('2026-12-01'))).toEqual(problems)
})

test.each([
  ['2026-12-10', '2027-01-10', false, '2026-12-26', undefined],
  ['2026-12-10', '2027-01-10', false, '2026-12-27', 14],
  ['2026-12-10', '2027-01-10', false, '2027-01-06', 14],
  ['2026-12-10', '2027-01-10', false, '2027-01-07', 3],
  ['2026-12-10', '2027-01-10', false, '2027-01-10', 3],
  ['2026-12-10', '2027-01-10', false, '2027-01-11', undefined],
  // February: 28 days are just long enough for both.
  ['2027-02-01', '2027-03-01', false, '2027-02-15', 14],
  // A membership of a week gets one reminder.
  ['2026-12-10', '2026-12-17', false, '2026-12-13', undefined],
  ['2026-12-10', '2026-12-17', false, '2026-12-14', 3],
  // Auto-renewal adds a reminder at 30 days to a year.
  ['2026-12-10', '2027-12-10', false, '2027-11-10', undefined],
  ['2026-12-10', '2027-12-10', true, '2027-11-09', undefined],
  ['2026-12-10', '2027-12-10', true, '2027-11-10', 30],
  ['2026-12-10', '2027-12-10', true, '2027-11-26', 14],
  ['2026-12-10', '2027-01-10', true, '2026-12-12', undefined],
])('findDueReminder of %s to %s with auto-renewal %s returns, on %s, %s', (start, end, autoRenew, today, days) => {
  expect(findDueReminder({ startDate: day(start), endDate: day(end), autoRenew }, day(today))).toBe(days)
})

import { describe, expect, test } from 'vitest'
import { currentState, MEMBERSHIP_STATES, makesMembership, membershipEnd } from '#domain/membership.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { day } from './business.ts'

test('the states of spec §3', () => {
  expect(MEMBERSHIP_STATES).toEqual(['active', 'expired', 'cancelled', 'pending', 'suspended'])
})

test('every plan but explorer makes one (spec §9)', () => {
  expect(PLAN_IDS.filter(makesMembership)).toEqual(['professional', 'enterprise', 'private-office'])
})

describe('the end date (spec §9, decisions 24)', () => {
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

describe('expiry (spec §4, decisions 39)', () => {
  test.each([
    ['active', '2027-01-09', 'active'],
    ['active', '2027-01-10', 'active'],
    ['active', '2027-01-11', 'expired'],
    ['suspended', '2027-01-11', 'suspended'],
    ['pending', '2027-01-11', 'pending'],
    ['cancelled', '2027-01-11', 'cancelled'],
    ['expired', '2027-01-01', 'expired'],
  ] as const)('%s until 10 January is, on %s, %s', (state, today, now) => {
    expect(currentState(state, day('2027-01-10'), day(today))).toBe(now)
  })
})

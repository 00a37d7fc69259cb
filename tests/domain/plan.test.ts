import { describe, expect, test } from 'vitest'
import { allowanceFor, billing, isDayPass, PLAN_IDS, periodFor, planId, planType, seatsForPlan } from '#domain/plan.ts'

test('the plans and their types', () => {
  expect(PLAN_IDS.map((id) => [id, planType(id)])).toEqual([
    ['explorer', 'day_pass'],
    ['professional', 'hot_desk'],
    ['enterprise', 'dedicated_desk'],
    ['private-office', 'private_office'],
  ])
})

describe('?plan=', () => {
  test.each([
    ['explorer', 'explorer'],
    ['Professional', 'professional'],
    ['HOT_DESK', 'professional'],
    ['day-pass', 'explorer'],
    ['day_pass', 'explorer'],
    ['professional', 'professional'],
    ['hot-desk', 'professional'],
    ['hot_desk', 'professional'],
    ['dedicated-desk', 'enterprise'],
    ['dedicated_desk', 'enterprise'],
    ['private-office', 'private-office'],
    ['private_office', 'private-office'],
  ])('%s is %s', (text, id) => {
    expect(planId(text)).toBe(id)
  })

  test.each(['', 'hot desk', 'gold', 'constructor', '__proto__', null, undefined, 1, ['explorer'], {}])(
    '%s is no plan',
    (value) => {
      expect(planId(value)).toBeUndefined()
    },
  )
})

test('a Private Office takes four seats, every other plan one', () => {
  expect(PLAN_IDS.map(seatsForPlan)).toEqual([1, 1, 1, 4])
})

test('a day pass is bought by the day, whatever was chosen', () => {
  expect(PLAN_IDS.filter(isDayPass)).toEqual(['explorer'])
  expect(periodFor('explorer', 'annual')).toBe('daily')
  expect(periodFor('professional', 'annual')).toBe('annual')
  expect(['weekly', 'monthly', 'annual'].map(billing)).toEqual(['weekly', 'monthly', 'annual'])
  expect(['daily', 'yearly', '', null, 1].map(billing)).toEqual(Array(5).fill(undefined))
})

test.each([
  [480, 'weekly', 120],
  [5, 'weekly', 1],
  [3, 'weekly', 0],
  [480, 'monthly', 480],
  [480, 'annual', 480],
] as const)('an allowance of %d a month is, paid %s, %d', (perMonth, billing, allowance) => {
  expect(allowanceFor(perMonth, billing)).toBe(allowance)
})

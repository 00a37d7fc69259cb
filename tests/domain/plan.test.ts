import { expect, test } from 'vitest'
import {
  allowanceFor,
  isDayPass,
  listAllowances,
  PLAN_IDS,
  parseBilling,
  parsePlanId,
  periodFor,
  planType,
  seatsForPlan,
} from '#domain/plan.ts'

test.each([
  [480, 0, 'monthly', ['8 meeting-room hours a month']],
  [480, 5, 'annual', ['8 meeting-room hours a month', '5 guest passes a month']],
  [480, 5, 'weekly', ['2 meeting-room hours a week', '1 guest pass a week']],
  [60, 3, 'monthly', ['1 meeting-room hour a month', '3 guest passes a month']],
  [0, 3, 'weekly', []],
] as const)('listAllowances of %d minutes and %d guest days, %s', (minutes, days, billing, texts) => {
  const allowances = { includedRoomMinutes: minutes, includedGuestDays: days }
  expect(listAllowances(allowances, billing)).toEqual(texts)
})

test('PLAN_IDS have a type each', () => {
  expect(PLAN_IDS.map((id) => [id, planType(id)])).toEqual([
    ['explorer', 'day_pass'],
    ['professional', 'hot_desk'],
    ['enterprise', 'dedicated_desk'],
    ['private-office', 'private_office'],
  ])
})

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
])('parsePlanId("%s") returns %s', (text, id) => expect(parsePlanId(text)).toBe(id))

test.each(['', 'hot desk', 'gold', 'constructor', '__proto__', null, undefined, 1, ['explorer'], {}])(
  'parsePlanId rejects "%s"',
  (value) => expect(parsePlanId(value)).toBeUndefined(),
)

test('seatsForPlan returns four for a Private Office, else one', () => {
  expect(PLAN_IDS.map(seatsForPlan)).toEqual([1, 1, 1, 4])
})

test('periodFor returns daily for a day pass, else the chosen billing', () => {
  expect(PLAN_IDS.filter(isDayPass)).toEqual(['explorer'])
  expect(periodFor('explorer', 'annual')).toBe('daily')
  expect(periodFor('professional', 'annual')).toBe('annual')
  expect(['weekly', 'monthly', 'annual'].map(parseBilling)).toEqual(['weekly', 'monthly', 'annual'])
  expect(['daily', 'yearly', '', null, 1].map(parseBilling)).toEqual(Array(5).fill(undefined))
})

test.each([
  [480, 'weekly', 120],
  [5, 'weekly', 1],
  [3, 'weekly', 0],
  [480, 'monthly', 480],
  [480, 'annual', 480],
] as const)('allowanceFor(%d, %s) returns %d', (perMonth, billing, allowance) => {
  expect(allowanceFor(perMonth, billing)).toBe(allowance)
})

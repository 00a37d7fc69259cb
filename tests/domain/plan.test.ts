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
} from '#domain/plan.ts'

test.each([
  [480, 0, 'monthly', 1, ['8 meeting-room hours a month']],
  [480, 5, 'annual', 1, ['8 meeting-room hours a month', '5 guest passes a month']],
  [480, 5, 'weekly', 1, ['2 meeting-room hours a week', '1 guest pass a week']],
  [480, 5, 'weekly', 3, ['6 meeting-room hours a week', '3 guest passes a week']],
  [60, 3, 'monthly', 1, ['1 meeting-room hour a month', '3 guest passes a month']],
  [0, 3, 'weekly', 4, []],
] as const)(
  'listAllowances of %d minutes and %d guest days, %s, for %d seats',
  (minutes, days, billing, seats, texts) => {
    const allowances = { includedRoomMinutes: minutes, includedGuestDays: days }
    expect(listAllowances(allowances, billing, seats)).toEqual(texts)
  },
)

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

test('periodFor returns daily for a day pass, else the chosen billing', () => {
  expect(PLAN_IDS.filter(isDayPass)).toEqual(['explorer'])
  expect(periodFor('explorer', 'annual')).toBe('daily')
  expect(periodFor('professional', 'annual')).toBe('annual')
  expect(['weekly', 'monthly', 'annual'].map(parseBilling)).toEqual(['weekly', 'monthly', 'annual'])
  expect(['daily', 'yearly', '', null, 1].map(parseBilling)).toEqual(Array(5).fill(undefined))
})

test.each([
  [480, 'weekly', 1, 120],
  [5, 'weekly', 1, 1],
  [5, 'weekly', 4, 4],
  [3, 'weekly', 20, 0],
  [480, 'monthly', 1, 480],
  [480, 'annual', 2, 960],
] as const)('allowanceFor(%d, %s, %d) returns %d', (perMonth, billing, seats, allowance) => {
  expect(allowanceFor(perMonth, billing, seats)).toBe(allowance)
})

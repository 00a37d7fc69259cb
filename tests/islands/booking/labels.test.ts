import { expect, test } from 'vitest'
import { formatFull } from '#domain/availability.ts'
import { formatIncluded } from '#islands/booking/labels.ts'

const plan = (includedRoomMinutes: number, includedGuestDays: number) => ({
  name: 'Professional',
  includedRoomMinutes,
  includedGuestDays,
})

test.each([
  ['hour', plan(480, 0), 'monthly', '8 hours a month are included in Professional.'],
  ['hour', plan(480, 0), 'annual', '8 hours a month are included in Professional.'],
  ['hour', plan(480, 0), 'weekly', '2 hours a week are included in Professional.'],
  ['hour', plan(60, 0), 'monthly', '1 hour a month is included in Professional.'],
  ['guest_day', plan(0, 5), 'monthly', '5 guest passes a month are included in Professional.'],
  ['guest_day', plan(0, 5), 'weekly', '1 guest pass a week is included in Professional.'],
  ['guest_day', plan(480, 0), 'monthly', undefined],
  ['guest_day', plan(0, 3), 'weekly', undefined],
  ['month', plan(480, 5), 'monthly', undefined],
] as const)('names what a plan includes of an add-on by the %s: %o, %s', (per, allowances, billing, text) => {
  expect(formatIncluded(per, allowances, billing, 1)).toBe(text)
})

test('names what is included for all seats', () => {
  expect(formatIncluded('hour', plan(480, 0), 'monthly', 5)).toBe('40 hours a month are included in Professional.')
})

test('names full days by the seats that are needed', () => {
  expect([formatFull(1), formatFull(5), formatFull(5, 3), formatFull(5, 0)]).toEqual([
    'No seats left',
    'Fewer than 5 seats left',
    'Fewer than 5 seats left',
    'No seats left',
  ])
})

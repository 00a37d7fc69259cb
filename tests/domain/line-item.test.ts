import { expect, test } from 'vitest'
import { formatLineItem } from '#domain/line-item.ts'
import { paisa } from '#domain/money.ts'

test.each([
  ['plan', 'Explorer', 1, 50_000, 'daily', 'Price per day'],
  ['plan', 'Professional', 1, 300_000, 'weekly', 'Price per week'],
  ['plan', 'Professional', 1, 10_260_000, 'annual', 'Price per year'],
  ['plan', 'Professional', 2, 950_000, 'monthly', 'Price per month, 2\u00a0×\u00a09,500'],
  ['add_on', 'Guest passes', 1, 30_000, 'monthly', 'Guest passes, 1\u00a0×\u00a0300'],
  ['add_on', 'Guest passes', 3, 30_050, 'annual', 'Guest passes, 3\u00a0×\u00a0300.50'],
] as const)('formatLineItem of the %s %s, %d × %d paisa, %s, is "%s"', (kind, label, quantity, price, period, text) => {
  expect(formatLineItem({ kind, label, quantity, unitAmount: paisa(price) }, period)).toBe(text)
})

import { expect, test } from 'vitest'
import { lineLabel } from '#domain/line.ts'
import { paisa } from '#domain/money.ts'

test.each([
  ['plan', 'Professional', 1, 950_000, 'Plan price'],
  ['plan', 'Professional', 2, 950_000, 'Plan price, 2\u00a0×\u00a09,500'],
  ['add_on', 'Guest passes', 1, 30_000, 'Guest passes, 1\u00a0×\u00a0300'],
  ['add_on', 'Guest passes', 3, 30_050, 'Guest passes, 3\u00a0×\u00a0300.50'],
] as const)('a %s, %s, %d times %d is %s', (kind, label, quantity, unitAmount, said) => {
  expect(lineLabel({ kind, label, quantity, unitAmount: paisa(unitAmount) })).toBe(said)
})

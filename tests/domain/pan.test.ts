import { expect, test } from 'vitest'
import { isPan, normalisePan } from '#domain/pan.ts'

test.each([
  ['601234567', true],
  ['601 234 567', true],
  ['601-234-567', true],
  ['६०१२३४५६७', true],
  ['60123456', false],
  ['6012345678', false],
  ['60123456A', false],
  ['', false],
])('"%s" is a PAN: %s', (text, valid) => {
  expect(isPan(normalisePan(text))).toBe(valid)
})

import { expect, test } from 'vitest'
import { isBookable } from '#domain/waiting-list.ts'
import { getCatalogue } from '#server/catalogue.ts'

test.each([
  ['jhamsikhel-loft', null, false],
  ['baluwatar-studios', null, false],
  ['kausimaa', null, true],
  ['kausimaa', 'professional', true],
  ['kausimaa', 'private-office', false],
  ['jhamsikhel-loft', 'professional', false],
  ['thamel', null, false],
] as const)('isBookable(%s, %s) is %s', (locationId, planId, expected) => {
  expect(isBookable(getCatalogue(), { locationId, planId })).toBe(expected)
})

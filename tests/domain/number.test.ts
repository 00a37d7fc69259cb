import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatWholeNumber } from '#domain/number.ts'
import { assertProperty } from '../support/property.ts'

test('formatWholeNumber returns the same text as toLocaleString', () => {
  assertProperty(fc.maxSafeInteger(), (whole) => {
    expect(formatWholeNumber(whole)).toBe(whole.toLocaleString('en-US'))
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatWholeNumber } from '#domain/number.ts'

test('a whole number is shown as the language shows it', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (whole) => {
      expect(formatWholeNumber(whole)).toBe(whole.toLocaleString('en-US'))
    }),
  )
})

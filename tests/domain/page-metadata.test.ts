import { expect, test } from 'vitest'
import { findMetadataProblem, formatPageTitle, pickFittingTitle } from '#domain/page-metadata.ts'

test('formatPageTitle appends the brand if both fit', () => {
  expect(formatPageTitle('Locations', 'Chautari')).toBe('Locations · Chautari')
  expect(formatPageTitle('x'.repeat(49), 'Chautari')).toHaveLength(60)
  expect(formatPageTitle('x'.repeat(50), 'Chautari')).toBe('x'.repeat(50))
})

test('pickFittingTitle returns the first title that fits', () => {
  expect(pickFittingTitle('x'.repeat(60), 'Hub')).toHaveLength(60)
  expect(pickFittingTitle('x'.repeat(61), 'Hub: coworking', 'Hub')).toBe('Hub: coworking')
  // `findMetadataProblem` reports it.
  expect(pickFittingTitle('x'.repeat(62), 'x'.repeat(61))).toHaveLength(61)
})

test.each([
  [60, 50, undefined],
  [60, 160, undefined],
  [61, 100, 'the title has 61 characters; write at most 60'],
  [60, 49, 'the description has 49 characters; write 50 to 160'],
  [60, 161, 'the description has 161 characters; write 50 to 160'],
])('findMetadataProblem of %d characters of title and %d of description returns %s', (title, description, problem) => {
  expect(findMetadataProblem('x'.repeat(title), 'x'.repeat(description))).toBe(problem)
})

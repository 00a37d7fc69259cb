import { expect, test } from 'vitest'
import { getVisitFragment, readVisitFragment } from '#domain/shared-visit.ts'
import { TODAY } from './business.ts'

test.each([
  ['2026-12-10', '2026-12-12', '10 Dec – 12 Dec 2026'],
  ['2026-12-10', '2026-12-10', '10 Dec 2026'],
  ['2026-12-01', '2026-12-09', '1 Dec – 9 Dec 2026'],
])('readVisitFragment returns the days %s to %s', (from, to, text) => {
  expect(readVisitFragment(getVisitFragment(from, to), TODAY)).toBe(text)
})

test.each([
  ['past', '#visit=2026-12-01..2026-12-08'],
  ['reversed', '#visit=2026-12-12..2026-12-10'],
  ['impossible', '#visit=2026-12-10..2026-12-32'],
  ['incomplete', '#visit=2026-12-10'],
  ['of other text', '#visit=<b>..</b>'],
  ['of a photograph', '#photo-kausimaa'],
])('readVisitFragment returns undefined for a fragment that is %s', (_, fragment) => {
  expect(readVisitFragment(fragment, TODAY)).toBeUndefined()
})

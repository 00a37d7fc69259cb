import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ContentError } from '#contract/content/entries.ts'
import { readFiscalYears } from '#contract/content/fiscal-year.ts'
import { fromBikram } from '#domain/bikram-sambat.ts'
import { getCatalogue } from '#server/catalogue.ts'

const read = (): Record<string, unknown>[] => JSON.parse(readFileSync('content/fiscal-years.json', 'utf8'))

function messagesAfter(index: number, changes: Record<string, unknown>): readonly string[] {
  try {
    readFiscalYears(read().map((year, position) => (position === index ? { ...year, ...changes } : year)))
  } catch (problem) {
    if (problem instanceof ContentError) return problem.messages
    throw problem
  }
  return []
}

test('announced fiscal years begin on 1 Shrawan', () => {
  for (const { label, firstDay, status } of readFiscalYears(read()))
    if (status === 'announced') expect(fromBikram({ year: Number(label.slice(0, 4)), month: 4, day: 1 })).toBe(firstDay)
})

test.each([
  ['a year that is left out', 3, { label: '2084/85' }, 'entry 4, label: is "2084/85"; write "2083/84"'],
  ['a label whose second year is wrong', 0, { label: '2080/82' }, 'entry 1, label: is "2080/82"; write "2080/81"'],
  ['a day that is out of order', 3, { firstDay: '2025-07-16' }, 'write a day 365 or 366 days after "2025-07-17"'],
  ['a day that is not a date', 3, { firstDay: '2083-04-32' }, 'write a date as YYYY-MM-DD'],
  ['an unknown status', 3, { status: 'official' }, 'write "announced" or "forecast"'],
])('%s is rejected with the fix', (_, index, changes, message) => {
  expect(messagesAfter(index, changes)).toContainEqual(expect.stringContaining(message))
})

test('every location has its own outlet code', () => {
  const codes = getCatalogue().locations.map(({ outletCode }) => outletCode)
  expect(codes).toEqual([...new Set(codes)])
})

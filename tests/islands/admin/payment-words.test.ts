import { expect, test } from 'vitest'
import { formatTimestamp } from '#islands/admin/payments/format-date.ts'
import { replaceEnvironment } from '#stores/environment.ts'

test('another year is named as the staff area’s own clock counts the years', () => {
  for (const [now, said] of [
    ['2026-12-31T18:14:00Z', '3 Dec, 14:31'],
    ['2026-12-31T18:15:00Z', '3 Dec 2026, 14:31'],
  ] as const) {
    const putBack = replaceEnvironment({ now: () => Date.parse(now) })
    expect(formatTimestamp('2026-12-03T08:46:00Z')).toBe(said)
    putBack()
  }
})

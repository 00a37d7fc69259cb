import { expect, test } from 'vitest'
import { formatTimestamp } from '#islands/admin/format-timestamp.ts'
import { replaceEnvironment } from '../../support/environment.ts'

test('formatTimestamp adds the year when it is not the current one in Kathmandu', () => {
  for (const [now, formatted] of [
    ['2026-12-31T18:14:00Z', '3 Dec, 14:31'],
    ['2026-12-31T18:15:00Z', '3 Dec 2026, 14:31'],
  ] as const) {
    const restore = replaceEnvironment({ now: () => Date.parse(now) })
    expect(formatTimestamp('2026-12-03T08:46:00Z')).toBe(formatted)
    restore()
  }
})

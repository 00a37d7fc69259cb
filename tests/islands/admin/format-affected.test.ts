import { expect, test } from 'vitest'
import { formatAffected } from '#islands/admin/format-affected.ts'

test('formatAffected counts what there is on a closed day', () => {
  expect(formatAffected({ bookings: 6, tours: 2, rooms: 1 })).toBe(
    '6\u00a0bookings, 2\u00a0tours and 1\u00a0room reservation',
  )
  expect(formatAffected({ bookings: 0, tours: 1, rooms: 0 })).toBe('1\u00a0tour')
  expect(formatAffected({ bookings: 0, tours: 0, rooms: 0 })).toBe('')
})

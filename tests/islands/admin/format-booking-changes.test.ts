import { expect, test } from 'vitest'
import { formatBookingChanges } from '#islands/admin/bookings/format-booking-changes.ts'

const ROOM = { room: 'Walnut room', day: '2026-12-10', start: '10:00', end: '12:00' }

test('a reserved, moved or released room is named with its day and time', () => {
  const text = 'Walnut room, 10 Dec 2026, 10:00–12:00'
  expect(formatBookingChanges({ before: null, after: ROOM })).toEqual([text])
  expect(formatBookingChanges({ before: ROOM, after: null })).toEqual([text])
  const later = { ...ROOM, day: '2026-12-11' }
  expect(formatBookingChanges({ before: ROOM, after: later })).toEqual([
    `${text} → Walnut room, 11 Dec 2026, 10:00–12:00`,
  ])
})

test('a guest is named with the day, also when cancelled', () => {
  expect(formatBookingChanges({ before: null, after: { day: '2026-12-10' } })).toEqual(['Day: 10 Dec 2026'])
  expect(formatBookingChanges({ before: { day: '2026-12-10' }, after: null })).toEqual(['Day: 10 Dec 2026'])
})

test('a changed field has its old and its new value', () => {
  expect(formatBookingChanges({ before: { phone: '' }, after: { phone: '9841234567' } })).toEqual([
    'Phone: none → 9841234567',
  ])
})

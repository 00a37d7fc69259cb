import { expect, test } from 'vitest'
import { formatDoorPurpose } from '#islands/admin/rooms/format-purpose.ts'

const BOOKED = { bookingId: 'BK-1', planName: 'Explorer', email: '', phone: '' }

test('the purpose on a door shortens the last name', () => {
  const short = (customerName: string) => formatDoorPurpose({ booking: { ...BOOKED, customerName }, reason: null })
  expect(['Nisha Karki', 'Nisha', 'Nisha Kumari Rai'].map(short)).toEqual(['Nisha K.', 'Nisha', 'Nisha R.'])
})

import type { RoomReservationRow } from '#contract/admin/rooms.ts'

type Purpose = Pick<RoomReservationRow, 'booking' | 'reason'>

export const formatPurpose = ({ booking, reason }: Purpose): string => booking?.customerName ?? `Blocked: ${reason}`

/** For the door, which visitors read: `Nisha K.`, and no reason of a block. */
export function formatDoorPurpose({ booking }: Purpose): string {
  if (!booking) return 'Not available'
  const [first = '', ...others] = booking.customerName.split(' ')
  const initial = others.at(-1)?.charAt(0)
  return initial ? `${first} ${initial}.` : first
}

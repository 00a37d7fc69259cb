import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { formatRoomMinutes } from '#domain/room.ts'
import { type EmailBlock, facts, note } from '../mail/content.ts'
import type { EmailBooking } from './email-booking.ts'

/** Of a booking that was moved. */
export const describeMoveReleases = ({ releasedRooms = [], cancelledGuests = [] }: EmailBooking): EmailBlock[] => [
  ...(releasedRooms.length > 0
    ? [
        note(
          `Your booking no longer has a room on the earlier dates (${releasedRooms.join('; ')}). The hours are yours again: choose a room for the new dates on the page of your booking.`,
        ),
      ]
    : []),
  ...(cancelledGuests.length > 0
    ? [
        note(
          `Your guests are cancelled on the days that your booking no longer covers (${formatGuestDays(cancelledGuests)}). You can add guests for the new dates on the page of your booking.`,
        ),
      ]
    : []),
]

/** Of a booking that was cancelled or ended early. */
export function describeLosses({
  releasedRooms = [],
  cancelledGuests = [],
  lostMinutes = 0,
}: EmailBooking): EmailBlock[] {
  const rows = [
    ...(releasedRooms.length > 0 ? [['Released rooms', releasedRooms.join('; ')] as const] : []),
    ...(cancelledGuests.length > 0 ? [['Cancelled guests', formatGuestDays(cancelledGuests)] as const] : []),
    ...(lostMinutes > 0 ? [['Bought hours not used', `${formatRoomMinutes(lostMinutes)}, not refunded`] as const] : []),
  ]
  return rows.length > 0 ? [facts(...rows)] : []
}

/** `12 Dec 2026; 14 Dec 2026, 2 guests` */
const formatGuestDays = (days: readonly IsoDate[]): string =>
  [...Map.groupBy(days, (day) => day)]
    .map(([day, guests]) => (guests.length > 1 ? `${formatDate(day)}, ${guests.length} guests` : formatDate(day)))
    .join('; ')

import { formatCount } from './format-count.ts'

interface Affected {
  bookings: number
  tours: number
  rooms: number
}

/** `6 bookings, 2 tours and 1 room reservation`, each count joined by a no-break space; empty if there are none. */
export function formatAffected({ bookings, tours, rooms }: Affected): string {
  const parts = [
    bookings > 0 && formatCount(bookings, 'booking'),
    tours > 0 && formatCount(tours, 'tour'),
    rooms > 0 && formatCount(rooms, 'room reservation'),
  ].flatMap((part) => (part ? [part.replace(' ', '\u00a0')] : []))
  return new Intl.ListFormat('en-GB').format(parts)
}

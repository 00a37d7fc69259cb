import { type ClockTime, type IsoDate, kathmanduDate, kathmanduInstant } from './calendar.ts'
import type { DateRange } from './date-range.ts'
import { formatBoughtMinutes } from './room.ts'

interface ReservedRoom {
  date: IsoDate
  end: ClockTime
}

/** What remains when a booking is moved or ends early. */
export interface Kept {
  /** Guests of these days. */
  guestDays?: DateRange
  /** Rooms until this day. */
  roomsUntil?: IsoDate
}

export const isRoomReleased = ({ date, end }: ReservedRoom, now: number, { roomsUntil }: Kept): boolean =>
  kathmanduInstant(date, end) > now && (roomsUntil === undefined || date > roomsUntil)

export const isGuestCancelled = (date: IsoDate, today: IsoDate, { guestDays }: Kept): boolean =>
  date >= today && (guestDays === undefined || date < guestDays.from || date > guestDays.to)

interface Reserved {
  rooms?: { list: readonly ReservedRoom[] } | undefined
  guests?: { list: readonly { date: IsoDate }[] } | undefined
}

/** `2 room reservations are released and 1 announced guest is cancelled.` Empty if the booking loses none. */
export function describeReleases({ rooms, guests }: Reserved, now: number, kept: Kept = {}): string {
  const releasedRooms = rooms?.list.filter((room) => isRoomReleased(room, now, kept)).length ?? 0
  const today = kathmanduDate(now)
  const cancelledGuests = guests?.list.filter(({ date }) => isGuestCancelled(date, today, kept)).length ?? 0
  const parts = [
    releasedRooms > 0 && `${formatCount(releasedRooms, 'room reservation')} released`,
    cancelledGuests > 0 && `${formatCount(cancelledGuests, 'announced guest')} cancelled`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' and ')}.` : ''
}

/** Of a booking that ends without a refund. Empty for 0 minutes. */
export const describeLostHours = (minutes: number): string =>
  minutes > 0
    ? `Nothing is refunded for ${formatBoughtMinutes(minutes)} that ${minutes === 60 ? 'is' : 'are'} left.`
    : ''

const formatCount = (count: number, noun: string): string => (count === 1 ? `1 ${noun} is` : `${count} ${noun}s are`)

import { addDays, addMonths, type IsoDate } from './calendar.ts'
import type { DateRange } from './date-range.ts'

/** Seats of a day that announced bank transfers without a receipt may take together. `share` is from 0 to 1. */
export const calculateUnpaidSeatLimit = (capacity: number, share: number): number => Math.floor(capacity * share)

/** Beyond these a bank transfer needs a confirmed email: of one contact on one network, and of a whole network. */
const MAX_WITHOUT_CONFIRMED_EMAIL = { bookings: 3, seats: 6, networkBookings: 10 }

interface Contact {
  email: string
  phone: string
}

/**
 * Whether a transfer needs a confirmed email. `live` are the unpaid bookings that were made on the booking's network, with
 * the booking itself.
 */
export function needsConfirmedEmail(
  booking: DateRange & Contact,
  live: readonly (Contact & { seats: number })[],
): boolean {
  const own = live.filter((other) => isSameContact(booking, other))
  return (
    booking.to >= addMonths(booking.from, 1) ||
    live.length > MAX_WITHOUT_CONFIRMED_EMAIL.networkBookings ||
    own.length > MAX_WITHOUT_CONFIRMED_EMAIL.bookings ||
    own.reduce((seats, other) => seats + other.seats, 0) > MAX_WITHOUT_CONFIRMED_EMAIL.seats
  )
}

const isSameContact = (one: Contact, other: Contact): boolean =>
  one.phone === other.phone || one.email.toLowerCase() === other.email.toLowerCase()

/** How much longer a booking is held when the link that confirms its email is sent first. */
export const EMAIL_CONFIRMATION_HOLD_MS = 30 * 60_000

/** Above this share of a day's seats in unpaid holds, no hold of that day is extended. */
const CROWDED_SHARE = 0.5

export const isCrowded = (held: number, capacity: number): boolean => held > capacity * CROWDED_SHARE

export interface SeatRange extends DateRange {
  seats: number
}

/** The most seats that the stays take together on one day of the span. */
export function calculatePeakSeats(stays: readonly SeatRange[], { from, to }: DateRange): number {
  const changes = new Map<IsoDate, number>()
  const change = (day: IsoDate, seats: number) => changes.set(day, (changes.get(day) ?? 0) + seats)
  for (const stay of stays.filter((each) => each.from <= to && each.to >= from)) {
    change(stay.from, stay.seats)
    change(addDays(stay.to, 1), -stay.seats)
  }
  let [most, taken] = [0, 0]
  for (const [day, seats] of [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    taken += seats
    // What changes on or before the first day is in force on it.
    if (day <= from) most = taken
    else if (day <= to) most = Math.max(most, taken)
  }
  return most
}

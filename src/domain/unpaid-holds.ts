import { addMonths, listDays } from './calendar.ts'
import type { DateRange } from './date-range.ts'

/** Seats that announced transfers without a receipt may take on a day. `share` is from 0 to 1. */
export const calculateUnpaidSeatLimit = (capacity: number, share: number): number => Math.floor(capacity * share)

/** Above these a bank transfer needs a confirmed email: per contact on a network, and per network. */
const MAX_WITHOUT_CONFIRMED_EMAIL = { bookings: 3, seats: 6, networkBookings: 10 }

interface Contact {
  email: string
  phone: string
}

/** Whether a transfer needs a confirmed email. `unpaid` are the unpaid bookings of its network, itself included. */
export function needsConfirmedEmail(
  booking: DateRange & Contact,
  unpaid: readonly (Contact & { seats: number })[],
): boolean {
  const sameContact = unpaid.filter((other) => isSameContact(booking, other))
  return (
    booking.to >= addMonths(booking.from, 1) ||
    unpaid.length > MAX_WITHOUT_CONFIRMED_EMAIL.networkBookings ||
    sameContact.length > MAX_WITHOUT_CONFIRMED_EMAIL.bookings ||
    sameContact.reduce((seats, other) => seats + other.seats, 0) > MAX_WITHOUT_CONFIRMED_EMAIL.seats
  )
}

const isSameContact = (one: Contact, other: Contact): boolean =>
  one.phone === other.phone || one.email.toLowerCase() === other.email.toLowerCase()

/** How much longer a booking is held once the confirmation email is sent. */
export const EMAIL_CONFIRMATION_HOLD_MS = 30 * 60_000

/** Above this share of seats in unpaid holds, holds of that day are not extended by visitors or by attempts to pay. */
const CROWDED_SHARE = 0.5

export const isCrowded = (held: number, capacity: number): boolean => held > capacity * CROWDED_SHARE

interface SeatRange extends DateRange {
  seats: number
}

/** The highest number of seats taken on any day of the range. */
export function calculatePeakSeats(bookings: readonly SeatRange[], { from, to }: DateRange): number {
  const taken = listDays(from, to).map((day) =>
    bookings.reduce((total, stay) => (stay.from <= day && stay.to >= day ? total + stay.seats : total), 0),
  )
  return Math.max(0, ...taken)
}

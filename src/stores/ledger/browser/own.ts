import type { BookingView, extendHold } from '#contract/bookings.ts'
import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { extendedHold, MAX_HOLD_EXTENSIONS } from '#domain/booking.ts'
import { environment } from '../../environment.ts'
import { isLost } from '../../keeper.ts'
import type { BookingHandle } from '../ledger.ts'
import { type BookingRecord, keepBooking, readBookingRecord } from './booking-record.ts'
import { business } from './business.ts'
import { atOnce } from './kept.ts'
import { closingOf, methodsFor } from './methods.ts'
import { changeBooking, currentBookings, instant } from './moving.ts'

/** The booking of the one who holds its secret. */
export function ownBooking({ bookingId, secret }: BookingHandle): BookingRecord | undefined {
  if (secret === '') return undefined
  const carried = carriedBy(secret)
  const known = currentBookings().find(({ id }) => id === bookingId)
  if (known) return known.secret === (carried?.secret ?? secret) ? known : undefined
  if (carried?.id !== bookingId) return undefined
  keepBooking(carried)
  return currentBookings().find(({ id }) => id === bookingId)
}

/** Where no other page would find the booking itself, what opens it carries the whole of it. */
export function carried(handle: BookingHandle): BookingHandle {
  const booking = isLost('booking-holds') || isLost('bookings') ? ownBooking(handle) : undefined
  return booking ? { bookingId: booking.id, secret: JSON.stringify(booking) } : handle
}

function carriedBy(secret: string): BookingRecord | undefined {
  if (!secret.startsWith('{')) return undefined
  try {
    return readBookingRecord(JSON.parse(secret))
  } catch {
    return undefined
  }
}

export async function read(handle: BookingHandle): Promise<Outcome<BookingView>> {
  const booking = ownBooking(handle)
  // A trial that is over is nothing to come back to: the next one begins anew.
  return booking && !(booking.trial && booking.status === 'expired') ? succeed(viewOf(booking)) : fail('not_found')
}

/** Extends a hold, up to three times and never beyond the closing time of the last covered day. */
export const extend = (handle: BookingHandle): Promise<Outcome<Output<typeof extendHold>>> =>
  atOnce(() => {
    const booking = ownBooking(handle)
    if (!booking) return fail('not_found')
    if (booking.status !== 'held' || booking.extensions >= MAX_HOLD_EXTENSIONS || !booking.expiresAt)
      return fail('no_more_extensions')
    const held = { expiresAt: Date.parse(booking.expiresAt), closesAt: closingOf(booking) }
    const until = extendedHold(held, business().holdMinutes * 60_000)
    if (until === undefined) return fail('no_more_extensions')
    const expiresAt = instant(until)
    const extended = changeBooking(booking, { expiresAt, extensions: booking.extensions + 1 })
    return succeed({ expiresAt, extensionsLeft: extensionsLeft(extended) })
  })

/** How often its hold can still be extended: not at all once it ends at closing time. */
function extensionsLeft(booking: BookingRecord): number {
  const canGrow =
    booking.status === 'held' && booking.expiresAt !== null && Date.parse(booking.expiresAt) < closingOf(booking)
  return canGrow ? MAX_HOLD_EXTENSIONS - booking.extensions : 0
}

function viewOf(booking: BookingRecord): BookingView {
  const { locationId, locationName, planId, planName, billing, startDate, endDate, startTime, endTime } = booking
  return {
    bookingId: booking.id,
    customerName: booking.customerName,
    status: booking.status,
    locationId,
    locationName,
    planId,
    planName,
    billing,
    startDate,
    endDate,
    startTime,
    endTime,
    totalAmount: booking.amount,
    currency: 'NPR',
    lines: booking.lines,
    createdAt: booking.createdAt,
    placedByStaff: false,
    expiresAt: booking.expiresAt,
    extensionsLeft: extensionsLeft(booking),
    payments: booking.payments.map(({ receipts, ...attempt }) => ({
      ...attempt,
      receiptAt: receipts.at(-1)?.sentAt ?? null,
    })),
    methods: methodsFor(booking),
    now: instant(environment().now()),
    ...(booking.trial && { trial: true }),
  }
}

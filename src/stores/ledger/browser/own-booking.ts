import type { BookingView, extendHold } from '#contract/bookings.ts'
import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { holdUntilAfterExtension, MAX_HOLD_EXTENSIONS } from '#domain/booking.ts'
import { environment } from '../../environment.ts'
import { isOnlyInMemory } from '../../storage.ts'
import type { BookingCredentials } from '../ledger.ts'
import { type BookingRecord, parseBookingRecord, saveBooking } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { getClosingTime, listPaymentMethods } from './payment-methods.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, readCurrentBookings, toInstant } from './transitions.ts'

/** The booking of the one who holds its secret. */
export function findOwnBooking({ bookingId, secret }: BookingCredentials): BookingRecord | undefined {
  if (secret === '') return undefined
  const carried = parsePortableBooking(secret)
  const known = readCurrentBookings().find(({ id }) => id === bookingId)
  if (known) return known.secret === (carried?.secret ?? secret) ? known : undefined
  if (carried?.id !== bookingId) return undefined
  saveBooking(carried)
  return readCurrentBookings().find(({ id }) => id === bookingId)
}

/** Where no other page would find the booking itself, what opens it carries the whole of it. */
export function getPortableCredentials(handle: BookingCredentials): BookingCredentials {
  const booking = isOnlyInMemory('booking-holds') || isOnlyInMemory('bookings') ? findOwnBooking(handle) : undefined
  return booking ? { bookingId: booking.id, secret: JSON.stringify(booking) } : handle
}

function parsePortableBooking(secret: string): BookingRecord | undefined {
  if (!secret.startsWith('{')) return undefined
  try {
    return parseBookingRecord(JSON.parse(secret))
  } catch {
    return undefined
  }
}

export async function read(handle: BookingCredentials): Promise<Outcome<BookingView>> {
  const booking = findOwnBooking(handle)
  // A trial that is over is nothing to come back to: the next one begins anew.
  return booking && !(booking.trial && booking.status === 'expired')
    ? succeed(toBookingView(booking))
    : fail('not_found')
}

/** Extends a hold, up to three times and never beyond the closing time of the last covered day. */
export const extend = (handle: BookingCredentials): Promise<Outcome<Output<typeof extendHold>>> =>
  withStorageLock(() => {
    const booking = findOwnBooking(handle)
    if (!booking) return fail('not_found')
    if (booking.status !== 'held' || booking.extensions >= MAX_HOLD_EXTENSIONS || !booking.expiresAt)
      return fail('no_more_extensions')
    const held = { expiresAt: Date.parse(booking.expiresAt), closesAt: getClosingTime(booking) }
    const until = holdUntilAfterExtension(held, getBusiness().holdMinutes * 60_000)
    if (until === undefined) return fail('no_more_extensions')
    const expiresAt = toInstant(until)
    const extended = changeBooking(booking, { expiresAt, extensions: booking.extensions + 1 })
    return succeed({ expiresAt, extensionsLeft: countExtensionsLeft(extended) })
  })

/** How often its hold can still be extended: not at all once it ends at closing time. */
function countExtensionsLeft(booking: BookingRecord): number {
  const canGrow =
    booking.status === 'held' && booking.expiresAt !== null && Date.parse(booking.expiresAt) < getClosingTime(booking)
  return canGrow ? MAX_HOLD_EXTENSIONS - booking.extensions : 0
}

function toBookingView(booking: BookingRecord): BookingView {
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
    extensionsLeft: countExtensionsLeft(booking),
    payments: booking.payments.map(({ receipts, ...attempt }) => ({
      ...attempt,
      receiptAt: receipts.at(-1)?.sentAt ?? null,
    })),
    methods: listPaymentMethods(booking),
    now: toInstant(environment().now()),
    ...(booking.trial && { trial: true }),
  }
}

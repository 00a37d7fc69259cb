import type { BookingView } from '#contract/bookings.ts'
import { fail, succeed } from '#contract/failure.ts'
import { holdUntilAfterExtension, LINK_DAYS, MAX_HOLD_EXTENSIONS } from '#domain/booking.ts'
import { addDays } from '#domain/calendar.ts'
import { isRefundable } from '#domain/refund.ts'
import { environment } from '../../environment.ts'
import { pick } from '../../pick.ts'
import { isOnlyInMemory } from '../../storage.ts'
import type { BookingCredentials, Ledger } from '../index.ts'
import { type AttemptRecord, type BookingRecord, parseBookingRecord, saveBooking } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { getCancelAction, isRefundAccountNeeded } from './cancellation-terms.ts'
import { getClosingTime, listPaymentMethods } from './method-offers.ts'
import { readOwnMoveAction } from './movable-booking.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, readCurrentBookings, toInstant } from './transitions.ts'

export function findOwnBooking({ bookingId, secret }: BookingCredentials): BookingRecord | undefined {
  if (secret === '') return undefined
  const portable = parsePortableBooking(secret)
  const stored = readCurrentBookings().find(({ id }) => id === bookingId)
  if (stored) return stored.secret === (portable?.secret ?? secret) ? stored : undefined
  if (portable?.id !== bookingId) return undefined
  saveBooking(portable)
  return readCurrentBookings().find(({ id }) => id === bookingId)
}

/** If no other page could read the booking, its credentials contain all of it. */
export function getPortableCredentials(credentials: BookingCredentials): BookingCredentials {
  const booking =
    isOnlyInMemory('booking-holds') || isOnlyInMemory('bookings') ? findOwnBooking(credentials) : undefined
  return booking ? { bookingId: booking.id, secret: JSON.stringify(booking) } : credentials
}

function parsePortableBooking(secret: string): BookingRecord | undefined {
  if (!secret.startsWith('{')) return undefined
  try {
    return parseBookingRecord(JSON.parse(secret))
  } catch {
    return undefined
  }
}

export const read: Ledger['read'] = async (credentials) => {
  const booking = findOwnBooking(credentials)
  // An expired trial is not resumed.
  return booking && !(booking.trial && booking.status === 'expired')
    ? succeed(toBookingView(booking))
    : fail('not_found')
}

/** Extends a hold, up to three times and never beyond the closing time of the last covered day. */
export const extend: Ledger['extend'] = (credentials) =>
  withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    if (!booking) return fail('not_found')
    if (booking.status !== 'held' || booking.extensions >= MAX_HOLD_EXTENSIONS || !booking.expiresAt)
      return fail('no_more_extensions')
    const hold = { expiresAt: Date.parse(booking.expiresAt), closesAt: getClosingTime(booking) }
    const until = holdUntilAfterExtension(hold, getBusiness().holdMinutes * 60_000)
    if (until === undefined) return fail('no_more_extensions')
    const expiresAt = toInstant(until)
    const extended = changeBooking(booking, { expiresAt, extensions: booking.extensions + 1 })
    return succeed({ expiresAt, extensionsLeft: countExtensionsLeft(extended) })
  })

/** How often the hold can still be extended: 0 once it ends at closing time. */
function countExtensionsLeft(booking: BookingRecord): number {
  const canGrow =
    booking.status === 'held' && booking.expiresAt !== null && Date.parse(booking.expiresAt) < getClosingTime(booking)
  return canGrow ? MAX_HOLD_EXTENSIONS - booking.extensions : 0
}

export function toBookingView(booking: BookingRecord): BookingView {
  return {
    bookingId: booking.id,
    ...pick(booking, ['customerName', 'status', 'lines', 'createdAt', 'expiresAt']),
    ...pick(booking, ['locationId', 'locationName', 'planId', 'planName', 'billing']),
    ...pick(booking, ['startDate', 'endDate', 'startTime', 'endTime']),
    totalAmount: booking.amount,
    currency: 'NPR',
    placedByStaff: false,
    extensionsLeft: countExtensionsLeft(booking),
    payments: booking.payments.map(({ receipts, refundDueAt, ...attempt }) => ({
      ...attempt,
      receiptAt: receipts.at(-1)?.sentAt ?? null,
      ...(refundDueAt !== null && isRefundable(attempt.state) && { refundDue: attempt.amount }),
    })),
    methods: listPaymentMethods(booking),
    seats: booking.seats,
    contact: toContact(booking),
    notes: booking.notes,
    history: toHistory(booking),
    refundAccount: booking.refundAccount,
    change: null,
    originalEndDate: booking.originalEndDate || null,
    renewal: null,
    linkUntil: booking.endDate === '' ? null : addDays(booking.originalEndDate || booking.endDate, LINK_DAYS),
    actions: {
      cancel: getCancelAction(booking),
      move: readOwnMoveAction(booking),
      renew: null,
      hours: null,
      changeDetails: false,
      resend: false,
      refundAccount: isRefundAccountNeeded(booking),
    },
    now: toInstant(environment().now()),
    ...(booking.trial && { trial: true }),
  }
}

/** The record has the full name only. */
function toContact({ customerName, email, phone, company, pan }: BookingRecord): BookingView['contact'] {
  const [firstName = '', ...lastNames] = customerName.split(' ')
  return { firstName, lastName: lastNames.join(' '), email, phone, company, pan }
}

const toHistory = ({ payments }: BookingRecord): BookingView['history'] =>
  payments
    .filter(({ state }) => isRefundable(state) || state === 'refunded')
    .flatMap(({ createdAt, receipts: _, refundDueAt, ...payment }) => [
      { kind: 'payment' as const, purpose: 'booking' as const, ...payment, at: createdAt },
      ...(refundDueAt === null ? [] : [toRefundEntry(payment, refundDueAt)]),
    ])

const toRefundEntry = ({ state, amount, method }: Pick<AttemptRecord, 'state' | 'amount' | 'method'>, at: string) => ({
  kind: 'refund' as const,
  state: state === 'refunded' ? ('done' as const) : ('due' as const),
  amount,
  method,
  at,
  updatedAt: at,
})

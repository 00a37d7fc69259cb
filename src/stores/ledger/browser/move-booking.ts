import { fail, succeed } from '#contract/failure.ts'
import { planMove } from '#contract/plan-move.ts'
import { addDays, daysBetween, kathmanduDate, listDays } from '#domain/calendar.ts'
import { membershipStateAfterMove } from '#domain/membership.ts'
import { paisa, ZERO } from '#domain/money.ts'
import { isPaid } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import type { CustomerLedger } from '../customer.ts'
import type { BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { toMovable } from './movable-booking.ts'
import { findOwnBooking, toBookingView } from './own-booking.ts'
import { readStoredPrices } from './price-record.ts'
import { withStorageLock } from './record-storage.ts'
import {
  changeBooking,
  changeMembership,
  countTakenSeats,
  getCapacity,
  hasSeats,
  readCurrentBookings,
  readCurrentMemberships,
} from './transitions.ts'

/** Nothing here takes a second payment for a booking. */
const NEEDS_STAFF = 'These dates cost more. Contact us to move your booking to them.'

export const previewMove: CustomerLedger['previewMove'] = async (credentials, startDate) => {
  const booking = findOwnBooking(credentials)
  if (!booking) return fail('not_found')
  const planned = plan(booking, startDate)
  if (!planned.ok) return planned
  const { dates, closedDays, isCheaper, difference, isFinal } = planned.value
  if (difference > 0) return fail('unavailable', { message: NEEDS_STAFF })
  const { locationId, seats } = booking
  const range = { locationId, from: dates.startDate, to: dates.endDate }
  const others = readCurrentBookings().filter(({ id }) => id !== booking.id)
  const taken = countTakenSeats(range, others)
  const free = Math.min(...listDays(range.from, range.to).map((day) => getCapacity(locationId) - (taken.get(day) ?? 0)))
  return succeed({ ...dates, closedDays, free, seats, isCheaper, difference, isFinal })
}

/** Moves at once to days that are not dearer. */
export const move: CustomerLedger['move'] = (credentials, { startDate, expectedDifference }) =>
  withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    if (!booking) return fail('not_found')
    const planned = plan(booking, startDate)
    if (!planned.ok) return planned
    const { dates, difference } = planned.value
    if (expectedDifference !== undefined && expectedDifference !== difference) return fail('changed_meanwhile')
    if (difference > 0) return fail('unavailable', { message: NEEDS_STAFF })
    if (!hasSeats({ ...booking, ...dates })) return fail('sold_out')
    const moved = changeBooking(booking, {
      ...dates,
      firstStartDate: booking.firstStartDate || booking.startDate,
      customerMoves: booking.customerMoves + 1,
    })
    moveMembershipOf(booking, moved)
    return succeed({ booking: toBookingView(moved), change: null })
  })

function plan(booking: BookingRecord, startDate: string): ReturnType<typeof planMove> {
  const movable = toMovable(booking)
  if (!movable) return fail('wrong_state')
  const catalogue = { ...getBusiness().catalogue, prices: readStoredPrices() }
  const payment = booking.payments.find(({ state }) => isPaid(state))
  const charged = payment ? paisa(payment.amount - payment.fee) : ZERO
  return planMove(movable, startDate, charged, catalogue, environment().now())
}

/** Days that staff added or removed remain. */
function moveMembershipOf(from: BookingRecord, to: BookingRecord): void {
  const membership = readCurrentMemberships().find(({ bookingId }) => bookingId === to.id)
  if (!membership || !from.startDate || !to.startDate) return
  const days = daysBetween(from.startDate, to.startDate)
  const { status, startDate, endDate } = membership
  const newEnd = to.endDate && from.endDate ? addDays(endDate, daysBetween(from.endDate, to.endDate)) : endDate
  changeMembership(membership, {
    startDate: addDays(startDate, days),
    endDate: newEnd,
    status: membershipStateAfterMove(status, endDate, newEnd, kathmanduDate(environment().now())),
  })
}

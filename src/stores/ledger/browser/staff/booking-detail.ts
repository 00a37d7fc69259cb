import type { BookingDetail, BookingEvent } from '#contract/admin/booking-detail.ts'
import { isoDate, kathmanduDate } from '#domain/calendar.ts'
import { calculateCancellationRefund, calculateFreeCancellationEnd, isWithinGuarantee } from '#domain/cancellation.ts'
import { paisa } from '#domain/money.ts'
import { isSettled } from '#domain/payment.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import { environment } from '../../../environment.ts'
import type { BookingRecord } from '../booking-record.ts'
import { getBusiness } from '../business.ts'
import { readCurrentMemberships, toInstant } from '../transitions.ts'
import { toBookingRow, toCountedPayment } from './rows.ts'

/** A booking with everything that belongs to it, as far as this browser keeps it. */
export function toBookingDetail(booking: BookingRecord): BookingDetail {
  const { customerName, billing, startTime, endTime, seats, lines, notes, expiresAt } = booking
  const [firstName = '', ...rest] = customerName.split(' ')
  const membership = readCurrentMemberships().find(({ bookingId }) => bookingId === booking.id)
  return {
    ...toBookingRow(booking),
    firstName,
    lastName: rest.join(' '),
    billing,
    startTime,
    endTime,
    seats,
    lines,
    totalAmount: booking.amount,
    // Nothing is moved here.
    difference: 0,
    begun: false,
    notes,
    placedBy: null,
    expiresAt,
    payments: booking.payments.map(({ paymentId, method, state, amount, fee, transactionId, createdAt }) => ({
      paymentId,
      method,
      state,
      amount,
      fee,
      received: null,
      refunded: 0,
      transactionId,
      reason: null,
      createdAt,
      // Pictures are not kept.
      receipts: [],
    })),
    membership: membership
      ? { membershipId: membership.id, status: membership.status, endDate: membership.endDate }
      : null,
    cancellation: getCancellation(booking, membership !== undefined),
    timeline: buildTimeline(booking),
  }
}

function getCancellation(booking: BookingRecord, hasMembership: boolean): BookingDetail['cancellation'] {
  const now = environment().now()
  const start = isoDate(booking.startDate)
  const location = getBusiness().catalogue.locations.find(({ id }) => id === booking.locationId)
  const until = location && start ? calculateFreeCancellationEnd(location, start) : Date.parse(booking.createdAt)
  const kept = sumRefundableAmounts(booking.payments.map(toCountedPayment))
  const isFirst = !readCurrentMemberships().some(
    ({ email, bookingId, createdAt }) =>
      email === booking.email && bookingId !== booking.id && createdAt <= booking.createdAt,
  )
  const guarantee = hasMembership && isFirst && start !== undefined && isWithinGuarantee(start, kathmanduDate(now))
  return { freeUntil: toInstant(until), refund: calculateCancellationRefund(paisa(kept), until, now), kept, guarantee }
}

function buildTimeline({ createdAt, updatedAt, status, payments }: BookingRecord): BookingEvent[] {
  const changedAt = updatedAt > createdAt ? updatedAt : createdAt
  const events: BookingEvent[] = [
    { kind: 'placed', at: createdAt, by: null },
    ...payments.map(({ createdAt: at, method, amount }) => ({ kind: 'paying', at, method, amount }) as const),
    ...payments
      .filter(({ state }) => isSettled(state))
      .map(
        ({ method, state, amount }) => ({ kind: 'paid', at: changedAt, method, state, amount, reason: null }) as const,
      ),
    { kind: 'state', at: changedAt, state: status },
  ]
  // What happened at one instant stays in the order of this list.
  return events.sort((one, other) => one.at.localeCompare(other.at))
}

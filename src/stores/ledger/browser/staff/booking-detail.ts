import type { BookingDetail, BookingEvent } from '#contract/admin/booking-detail.ts'
import { kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { calculateCancellationRefund, calculateFreeCancellationEnd, isWithinGuarantee } from '#domain/cancellation.ts'
import { ZERO } from '#domain/money.ts'
import { isOpenAttempt } from '#domain/payment.ts'
import { sumRefundableAmounts } from '#domain/refund.ts'
import { environment } from '../../../environment.ts'
import { pick } from '../../../pick.ts'
import type { AttemptRecord, BookingRecord } from '../booking-record.ts'
import { getBusiness } from '../business.ts'
import { readCurrentMemberships, toInstant } from '../transitions.ts'
import { getRefund, getTotals, toBookingRow, toCountedPayment } from './rows.ts'

export function toBookingDetail(booking: BookingRecord): BookingDetail {
  const [firstName = '', ...rest] = booking.customerName.split(' ')
  const membership = readCurrentMemberships().find(({ bookingId }) => bookingId === booking.id)
  return {
    ...toBookingRow(booking),
    firstName,
    lastName: rest.join(' '),
    pan: booking.pan,
    ...pick(booking, ['billing', 'startTime', 'endTime', 'lines', 'notes', 'expiresAt']),
    totalAmount: booking.amount,
    totals: getTotals(booking),
    // Bookings cannot be moved here.
    difference: ZERO,
    hourPrice: null,
    people: [],
    change: null,
    started: false,
    placedBy: null,
    payments: booking.payments.map(toDetailPayment),
    membership: membership
      ? { membershipId: membership.id, ...pick(membership, ['status', 'endDate']), isRenewal: false }
      : null,
    cancellation: getCancellation(booking, membership !== undefined),
    timeline: buildTimeline(booking),
  }
}

const toDetailPayment = (attempt: AttemptRecord): BookingDetail['payments'][number] => ({
  ...pick(attempt, ['paymentId', 'method', 'state', 'amount', 'fee', 'transactionId', 'createdAt']),
  ...getRefund(attempt),
  purpose: 'booking',
  received: null,
  reason: null,
  // Images are not stored.
  receipts: [],
})

function getCancellation(booking: BookingRecord, hasMembership: boolean): BookingDetail['cancellation'] {
  const now = environment().now()
  const start = parseIsoDate(booking.startDate)
  const location = getBusiness().catalogue.locations.find(({ id }) => id === booking.locationId)
  const until = location && start ? calculateFreeCancellationEnd(location, start) : Date.parse(booking.createdAt)
  const refundable = sumRefundableAmounts(booking.payments.map(toCountedPayment))
  const isFirst = !readCurrentMemberships().some(
    ({ email, bookingId, createdAt }) =>
      email === booking.email && bookingId !== booking.id && createdAt <= booking.createdAt,
  )
  const guarantee = hasMembership && isFirst && start !== undefined && isWithinGuarantee(start, kathmanduDate(now))
  return {
    freeUntil: toInstant(until),
    refund: calculateCancellationRefund(refundable, until, now),
    paid: refundable,
    guarantee,
    // Days are not closed in this edition.
    isClosedDay: false,
  }
}

function buildTimeline({ createdAt, updatedAt, status, payments }: BookingRecord): BookingEvent[] {
  const changedAt = updatedAt > createdAt ? updatedAt : createdAt
  const events: BookingEvent[] = [
    { kind: 'placed', at: createdAt, by: null },
    ...payments.map(({ createdAt: at, method, amount }) => ({ kind: 'payment_started', at, method, amount }) as const),
    ...payments
      .filter(({ state }) => !isOpenAttempt(state))
      .map(
        ({ method, state, amount }) =>
          ({ kind: 'payment_settled', at: changedAt, method, state, amount, reason: null }) as const,
      ),
    { kind: 'state', at: changedAt, state: status },
  ]
  // The sort is stable, so events of one instant keep this order.
  return events.sort((one, other) => one.at.localeCompare(other.at))
}

import type { BookingRow } from '#contract/admin/bookings.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { calculateBookingPrice, calculateBookingTotals } from '#domain/booking-totals.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { type Paisa, times, ZERO } from '#domain/money.ts'
import { parsePlanId } from '#domain/plan.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { isRefundable } from '#domain/refund.ts'
import { type CountedPayment, calculateRevenue, findCountedMethod } from '#domain/revenue.ts'
import { countPricedSeats } from '#domain/team.ts'
import { pick } from '../../../pick.ts'
import { type AttemptRecord, type BookingRecord, readBookingList } from '../booking-record.ts'
import { getBusiness } from '../business.ts'
import type { MembershipRecord } from '../membership-record.ts'
import { readStoredPrices } from '../price-record.ts'

/** A booking stored without dates uses the day on which it was placed. */
export function toBookingRow(booking: BookingRecord): BookingRow {
  const startDate = booking.startDate || kathmanduDate(Date.parse(booking.createdAt))
  return {
    bookingId: booking.id,
    ...pick(booking, ['customerName', 'email', 'phone', 'company', 'version', 'createdAt']),
    ...pick(booking, ['locationId', 'locationName', 'planId', 'planName', 'seats']),
    startDate,
    endDate: booking.endDate || startDate,
    amount: calculateBookingPrice(booking.amount, getTotals(booking)),
    method: findCountedMethod(booking.payments.map(toCountedPayment)),
    state: booking.status,
    attention: null,
    paymentToCheck: null,
    paymentToDecide: null,
  }
}

/** Changes are not sold here. */
export const getTotals = ({ payments }: BookingRecord) =>
  calculateBookingTotals(
    payments.map((payment) => ({
      ...payment,
      purpose: 'booking',
      received: null,
      ...getRefund(payment),
      changeId: null,
    })),
    [],
  )

/** Refunds are recorded in full. */
export const getRefund = ({ state, amount, refundDueAt }: AttemptRecord): { refunded: Paisa; refundDue: Paisa } => ({
  refunded: state === 'refunded' ? amount : ZERO,
  refundDue: refundDueAt !== null && isRefundable(state) ? amount : ZERO,
})

/** A confirmed booking stored without payments counts its amount. */
export const getRevenue = ({ status, amount, payments }: BookingRecord): Paisa =>
  status === 'confirmed' && payments.length === 0 ? amount : calculateRevenue(status, payments.map(toCountedPayment))

export const toCountedPayment = ({ method, state, amount }: AttemptRecord): CountedPayment => ({
  method,
  state,
  amount,
  received: null,
  refunded: ZERO,
})

export function toMembershipRow(membership: MembershipRecord): MembershipRow {
  const { id, membershipType, locationId, billingCycle, notes, ...fields } = membership
  const { locations, plans } = getBusiness().catalogue
  const booking = readBookingList().find((other) => other.id === membership.bookingId)
  const plan = parsePlanId(membershipType)
  const location = parseLocationId(locationId)
  const seats = booking?.seats || 1
  const price = plan && location ? planPrice(pricesAt(readStoredPrices(), location), plan, billingCycle) : undefined
  return {
    ...fields,
    membershipId: id,
    bookings: [
      { bookingId: membership.bookingId, startDate: membership.startDate, endDate: addDays(membership.endDate, -1) },
    ],
    company: booking?.company ?? '',
    pan: booking?.pan ?? '',
    customerNotes: booking?.notes ?? '',
    seats,
    extras: [],
    planId: membershipType,
    planName: plans.find((other) => other.id === membershipType)?.name ?? membershipType,
    locationId,
    locationName: locations.find((other) => other.id === locationId)?.name ?? locationId,
    billingCycle,
    renewalAmount: plan && price !== undefined ? times(price, countPricedSeats(plan, seats)) : null,
    notes: notes ?? null,
  }
}

import type { BookingRow } from '#contract/admin/bookings.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { locationId as known } from '#domain/location.ts'
import { type Paisa, ZERO } from '#domain/money.ts'
import { isPaid, isSettled } from '#domain/payment.ts'
import { planId } from '#domain/plan.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { type CountedPayment, calculateRevenue, findCountedMethod } from '#domain/revenue.ts'
import type { AttemptRecord, BookingRecord } from '../booking-record.ts'
import { getBusiness } from '../business.ts'
import type { MembershipRecord } from '../membership-record.ts'
import { readStoredPrices } from '../price-record.ts'

/** A booking as staff see it. One that was kept without its dates stands at the day on which it was placed. */
export function toBookingRow(booking: BookingRecord): BookingRow {
  const { id, customerName, email, phone, company, locationId, locationName } = booking
  const { planId, planName, createdAt, version } = booking
  const startDate = booking.startDate || kathmanduDate(Date.parse(createdAt))
  const counted = booking.payments.find(({ state }) => isPaid(state)) ?? booking.payments.at(-1)
  return {
    bookingId: id,
    customerName,
    email,
    phone,
    company,
    locationId,
    locationName,
    planId,
    planName,
    startDate,
    endDate: booking.endDate || startDate,
    // A fee belongs to a try that is paid or may still be.
    amount: counted && (isPaid(counted.state) || !isSettled(counted.state)) ? counted.amount : booking.amount,
    method: findCountedMethod(booking.payments.map(toCountedPayment)),
    state: booking.status,
    version,
    createdAt,
    attention: null,
    toCheck: null,
    toDecide: null,
  }
}

/** A confirmed one that was kept without its payments counts with its amount. */
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
  const plan = planId(membershipType)
  const place = known(locationId)
  const renewal = plan && place ? planPrice(pricesAt(readStoredPrices(), place), plan, billingCycle) : undefined
  return {
    ...fields,
    membershipId: id,
    planId: membershipType,
    planName: plans.find((known) => known.id === membershipType)?.name ?? membershipType,
    locationId,
    locationName: locations.find((known) => known.id === locationId)?.name ?? locationId,
    billingCycle,
    renewalAmount: renewal ?? null,
    notes: notes ?? null,
  }
}

import type { BookingRow } from '#contract/admin/bookings.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { locationId as known } from '#domain/location.ts'
import { type Paisa, ZERO } from '#domain/money.ts'
import { isPaid, isSettled } from '#domain/payment.ts'
import { planId } from '#domain/plan.ts'
import { planPrice, pricesAt } from '#domain/price.ts'
import { type CountedPayment, countedMethod, revenueOf } from '#domain/revenue.ts'
import type { AttemptRecord, BookingRecord } from '../booking-record.ts'
import { business } from '../business.ts'
import type { MembershipRecord } from '../membership-record.ts'
import { priceTables } from '../price-record.ts'

/** A booking as staff see it. One that was kept without its dates stands at the day on which it was placed. */
export function bookingRow(booking: BookingRecord): BookingRow {
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
    method: countedMethod(booking.payments.map(countedPayment)),
    state: booking.status,
    version,
    createdAt,
    attention: null,
    toCheck: null,
    toDecide: null,
  }
}

/** A confirmed one that was kept without its payments counts with its amount. */
export const revenueOfRecord = ({ status, amount, payments }: BookingRecord): Paisa =>
  status === 'confirmed' && payments.length === 0 ? amount : revenueOf(status, payments.map(countedPayment))

export const countedPayment = ({ method, state, amount }: AttemptRecord): CountedPayment => ({
  method,
  state,
  amount,
  received: null,
  refunded: ZERO,
})

export function membershipRow(membership: MembershipRecord): MembershipRow {
  const { id, membershipType, locationId, billingCycle, notes, ...fields } = membership
  const { locations, plans } = business().catalogue
  const plan = planId(membershipType)
  const place = known(locationId)
  const renewal = plan && place ? planPrice(pricesAt(priceTables(), place), plan, billingCycle) : undefined
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

import { type BookingState, canTransition, holdsSeats, isOpenBooking } from '#domain/booking.ts'
import { type IsoDate, isoDate, kathmanduDate, listDays } from '#domain/calendar.ts'
import { createsMembership, currentMembershipState, membershipEnd } from '#domain/membership.ts'
import { sum } from '#domain/money.ts'
import { methodFee, type RecordedMethod } from '#domain/payment.ts'
import { planId } from '#domain/plan.ts'
import { environment } from '../../environment.ts'
import { type AttemptRecord, type BookingRecord, readAllBookings, saveBooking } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { type MembershipRecord, readMembershipList, saveMembership } from './membership-record.ts'

export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** All bookings as they stand now: what waited too long has ended, and is written so. */
export function readCurrentBookings(): BookingRecord[] {
  const now = toInstant(environment().now())
  return readAllBookings().map((booking) => {
    const isOver = isOpenBooking(booking.status) && booking.expiresAt !== null && booking.expiresAt <= now
    return isOver ? transitionBooking(booking, 'expired') : booking
  })
}

/** Returns all memberships, with overdue ones marked as expired. */
export function readCurrentMemberships(): MembershipRecord[] {
  const today = kathmanduDate(environment().now())
  return readMembershipList().map((membership) => {
    const status = currentMembershipState(membership.status, membership.endDate, today)
    return status === membership.status ? membership : changeMembership(membership, { status })
  })
}

/** A new try to pay a booking, with its method's fee; it is kept with the booking. */
export function createAttempt(booking: BookingRecord, method: RecordedMethod): AttemptRecord {
  const fee = methodFee(method, booking.amount)
  return {
    paymentId: environment().randomId(),
    method,
    state: 'pending',
    amount: sum([booking.amount, fee]),
    fee,
    transactionId: null,
    createdAt: toInstant(environment().now()),
    receipts: [],
  }
}

/** Writes a booking with changes, and gives it. */
export function changeBooking(booking: BookingRecord, changes: Partial<BookingRecord>): BookingRecord {
  const changed = {
    ...booking,
    ...changes,
    version: booking.version + 1,
    updatedAt: toInstant(environment().now()),
  }
  saveBooking(changed)
  return changed
}

export function changeMembership(membership: MembershipRecord, changes: Partial<MembershipRecord>): MembershipRecord {
  const changed = {
    ...membership,
    ...changes,
    version: membership.version + 1,
    updatedAt: toInstant(environment().now()),
  }
  saveMembership(changed)
  return changed
}

/**
 * Moves a booking to another state, stores and returns it, and updates its membership. Callers check first that the
 * seats are free. Throws on a move that is not allowed.
 */
export function transitionBooking(
  booking: BookingRecord,
  to: BookingState,
  changes: Partial<BookingRecord> = {},
): BookingRecord {
  if (!canTransition(booking.status, to)) throw new Error(`a booking cannot go from ${booking.status} to ${to}`)
  const moved = changeBooking(booking, { expiresAt: null, ...changes, status: to })
  if (booking.status === 'confirmed') endMembership(moved)
  if (to === 'confirmed') startMembership(moved)
  return moved
}

/** Seats that are taken on each day of a range; days without any are absent. */
export function countTakenSeats(
  range: { locationId: string; from: IsoDate; to: IsoDate },
  bookings: readonly BookingRecord[] = readCurrentBookings(),
): Map<IsoDate, number> {
  const taken = new Map<IsoDate, number>()
  for (const { status, locationId, startDate, endDate, seats } of bookings) {
    if (!holdsSeats(status) || seats === 0 || locationId !== range.locationId || !startDate || !endDate) continue
    const from = startDate > range.from ? startDate : range.from
    const to = endDate < range.to ? endDate : range.to
    for (const day of from <= to ? listDays(from, to) : []) taken.set(day, (taken.get(day) ?? 0) + seats)
  }
  return taken
}

export const getCapacity = (locationId: string): number =>
  getBusiness().catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0

/** Whether the days of a booking have its seats left beside those of all others. */
export function hasSeats(
  booking: Pick<BookingRecord, 'id' | 'locationId' | 'startDate' | 'endDate' | 'seats'>,
): boolean {
  const { id, locationId, startDate: from, endDate: to, seats } = booking
  // A trial takes no seats: no seat count knows its location.
  if (seats === 0 || !from || !to) return true
  const capacity = getCapacity(locationId)
  const others = readCurrentBookings().filter((other) => other.id !== id)
  const taken = countTakenSeats({ locationId, from, to }, others)
  return seats <= capacity && listDays(from, to).every((day) => (taken.get(day) ?? 0) + seats <= capacity)
}

/** Once for each booking; one that ended with its booking comes back with it. */
function startMembership(booking: BookingRecord): void {
  const plan = planId(booking.planId)
  const start = isoDate(booking.startDate)
  if (!plan || !start || !createsMembership(plan)) return
  const known = readMembershipList().find(({ bookingId }) => bookingId === booking.id)
  if (known) {
    if (known.status === 'cancelled') changeMembership(known, { status: 'active' })
    return
  }
  const { id, customerName, email, phone, amount, locationId, billing, periods } = booking
  const now = toInstant(environment().now())
  saveMembership({
    id: environment().randomId(),
    customerName,
    email,
    phone,
    membershipType: plan,
    status: 'active',
    startDate: start,
    endDate: membershipEnd(start, billing, periods),
    amount,
    billingCycle: billing,
    locationId,
    autoRenew: false,
    notes: undefined,
    createdAt: now,
    updatedAt: now,
    bookingId: id,
    version: 1,
  })
}

function endMembership({ id }: BookingRecord): void {
  const known = readMembershipList().find(({ bookingId }) => bookingId === id)
  if (known?.status === 'active') changeMembership(known, { status: 'cancelled' })
}

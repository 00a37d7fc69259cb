import type { DaySeats } from '#domain/availability.ts'
import { type BookingState, canTransition, holdsSeats, isOpenBooking } from '#domain/booking.ts'
import { type IsoDate, kathmanduDate, listDays, parseIsoDate } from '#domain/calendar.ts'
import type { DateRange } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import { createsMembership, currentMembershipState, membershipEnd } from '#domain/membership.ts'
import { sum } from '#domain/money.ts'
import { methodFee, type RecordedMethod } from '#domain/payment.ts'
import { parsePlanId } from '#domain/plan.ts'
import { environment } from '../../environment.ts'
import { pick } from '../../pick.ts'
import { type AttemptRecord, type BookingRecord, readAllBookings, saveBooking } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { type MembershipRecord, readMembershipList, saveMembership } from './membership-record.ts'

export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Marks overdue holds as expired and returns all bookings. */
export function readCurrentBookings(): BookingRecord[] {
  const now = toInstant(environment().now())
  return readAllBookings().map((booking) => {
    const isOverdue = isOpenBooking(booking.status) && booking.expiresAt !== null && booking.expiresAt <= now
    return isOverdue ? transitionBooking(booking, 'expired') : booking
  })
}

/** Marks overdue memberships as expired and returns all memberships. */
export function readCurrentMemberships(): MembershipRecord[] {
  const today = kathmanduDate(environment().now())
  return readMembershipList().map((membership) => {
    const status = currentMembershipState(membership.status, membership.endDate, today)
    return status === membership.status ? membership : changeMembership(membership, { status })
  })
}

/** Stores a new attempt with its method's fee. */
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
    refundDueAt: null,
  }
}

export function changeBooking(booking: BookingRecord, changes: Partial<BookingRecord>): BookingRecord {
  const changed = withChanges(booking, changes)
  saveBooking(changed)
  return changed
}

export function changeMembership(membership: MembershipRecord, changes: Partial<MembershipRecord>): MembershipRecord {
  const changed = withChanges(membership, changes)
  saveMembership(changed)
  return changed
}

const withChanges = <Row extends { version: number }>(row: Row, changes: Partial<Row>): Row => ({
  ...row,
  ...changes,
  version: row.version + 1,
  updatedAt: toInstant(environment().now()),
})

/** Changes state and membership. Callers check free seats first. Throws on an illegal transition. */
export function transitionBooking(
  booking: BookingRecord,
  to: BookingState,
  changes: Partial<BookingRecord> = {},
): BookingRecord {
  if (!canTransition(booking.status, to)) throw new Error(`a booking cannot go from ${booking.status} to ${to}`)
  const changed = changeBooking(booking, { expiresAt: null, ...changes, status: to })
  if (booking.status === 'confirmed') endMembership(changed)
  if (to === 'confirmed') startMembership(changed)
  return changed
}

/** Ends a confirmed booking today, and its membership. */
export function endBookingToday(booking: BookingRecord): BookingRecord {
  const endDate = kathmanduDate(environment().now())
  const shortened = changeBooking(booking, { endDate, originalEndDate: booking.endDate })
  endMembership(shortened)
  return shortened
}

/** Seats taken per day of a range; days without any are absent. */
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

/** Of every day of the range. */
export function readDaySeats(range: DateRange & { locationId: LocationId }): DaySeats[] {
  const [seats, taken] = [getCapacity(range.locationId), countTakenSeats(range)]
  return listDays(range.from, range.to).map((date) => ({ date, seats, taken: taken.get(date) ?? 0 }))
}

export const getCapacity = (locationId: string): number =>
  getBusiness().catalogue.locations.find(({ id }) => id === locationId)?.capacity ?? 0

export function hasSeats(
  booking: Pick<BookingRecord, 'id' | 'locationId' | 'startDate' | 'endDate' | 'seats'>,
): boolean {
  const { id, locationId, startDate: from, endDate: to, seats } = booking
  // A trial takes no seats.
  if (seats === 0 || !from || !to) return true
  const capacity = getCapacity(locationId)
  const others = readCurrentBookings().filter((other) => other.id !== id)
  const taken = countTakenSeats({ locationId, from, to }, others)
  return seats <= capacity && listDays(from, to).every((day) => (taken.get(day) ?? 0) + seats <= capacity)
}

/** One membership per booking; reactivated if it ended with the booking. */
function startMembership(booking: BookingRecord): void {
  const plan = parsePlanId(booking.planId)
  const start = parseIsoDate(booking.startDate)
  if (!plan || !start || !createsMembership(plan)) return
  const membership = readMembershipList().find(({ bookingId }) => bookingId === booking.id)
  if (membership) {
    if (membership.status === 'cancelled') changeMembership(membership, { status: 'active' })
    return
  }
  const now = toInstant(environment().now())
  saveMembership({
    id: environment().randomId(),
    bookingId: booking.id,
    ...pick(booking, ['customerName', 'email', 'phone', 'amount', 'locationId']),
    membershipType: plan,
    status: 'active',
    startDate: start,
    endDate: membershipEnd(start, booking.billing, booking.periods),
    billingCycle: booking.billing,
    autoRenew: false,
    notes: undefined,
    createdAt: now,
    updatedAt: now,
    version: 1,
  })
}

function endMembership({ id }: BookingRecord): void {
  const membership = readMembershipList().find(({ bookingId }) => bookingId === id)
  if (membership?.status === 'active') changeMembership(membership, { status: 'cancelled' })
}

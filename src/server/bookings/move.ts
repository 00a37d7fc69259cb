import { type Outcome, succeed } from '#contract/failure.ts'
import { readMovedDates } from '#contract/plan-move.ts'
import { holdsSeats } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { retainPassedCancellationEnd } from '#domain/cancellation.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { Paisa } from '#domain/money.ts'
import { type MovedDates, quoteMoved } from '#domain/moved-booking.ts'
import type { Coverage } from '#domain/period.ts'
import type { App } from '../app.ts'
import { readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { claimRenewal, releaseRenewal } from '../memberships/renewals.ts'
import { releaseRooms } from '../rooms/reservations.ts'
import { parseLines } from './booking.ts'
import { computeFreeCancellationEnd, readFreeCancellationEnd } from './cancellation-terms.ts'
import { replaceClaims, toSeatClaim } from './claims.ts'
import { computeClosingTime, getClosingTime, isAwaitingReview } from './closing-time.ts'
import { releaseGuests } from './guests.ts'
import { expireOpenChange } from './open-change.ts'
import { changeSeats, lockDays, removeUnpaidSeats } from './seats.ts'

export type BookingDates = Pick<Booking, 'start_date' | 'end_date' | 'start_time' | 'end_time' | 'closes_at'>

/**
 * Takes the seats of the new days instead of the old ones, releases rooms and guests, and expires an open change. Returns false,
 * and the caller rolls back, if a day is full.
 */
export async function swapSeats(app: App, db: Queries, from: Booking, to: Booking): Promise<boolean> {
  const held = [toSeatClaim(from)]
  if (holdsSeats(from.state)) {
    held.push(...(await expireOpenChange(app, db, from)))
    await lockDays(db, [...held, toSeatClaim(to)])
    if (from.transfer_unpaid) await removeUnpaidSeats(db, toSeatClaim(from))
    await releaseRenewal(db, from)
  }
  if (!(await replaceClaims(app, db, held, toSeatClaim(to)))) return false
  if (!(await claimRenewal(db, to))) return false
  // The share of unpaid seats does not limit a move.
  if (from.transfer_unpaid) await changeSeats(db, toSeatClaim(to), 'unpaid', to.seats).execute()
  await releaseGuests(app, db, from, toSeatClaim(to))
  await releaseRooms(app, db, from, kathmanduDate(app.now()))
  return true
}

/** A hold or unpaid transfer ends at the latest when the new last day closes. */
export async function getHoldEndAfterMove(
  app: App,
  db: Queries,
  booking: Booking,
  dates: BookingDates,
): Promise<Instant | null> {
  const closesAt = instant(getClosingTime(app, { location_id: booking.location_id, ...dates }))
  if (booking.expires_at === null || booking.expires_at <= closesAt || (await isAwaitingReview(db, booking)))
    return booking.expires_at
  return closesAt
}

/** A limit that has passed remains while the booking has seats. Otherwise null until it is confirmed. */
export async function readFreeCancellationEndAfterMove(
  app: App,
  db: Queries,
  booking: Booking,
  { start_date }: Pick<BookingDates, 'start_date'>,
): Promise<Instant | null> {
  if (!holdsSeats(booking.state)) return null
  const retainedEnd = retainPassedCancellationEnd(await readFreeCancellationEnd(app, db, booking), app.now())
  if (retainedEnd !== undefined) return instant(retainedEnd)
  return booking.state === 'confirmed' ? computeFreeCancellationEnd(app, db, { ...booking, start_date }) : null
}

export async function planMovedDates(
  app: App,
  db: Queries,
  booking: Booking,
  startDate: string,
): Promise<Outcome<BookingDates>> {
  const locations = await readLocations(app, db)
  const moved = readMovedDates(toBookedDays(booking), startDate, locations, app.now())
  return moved.ok ? succeed(toBookingDates(locations, booking, moved.value)) : moved
}

export const toBookedDays = (booking: Booking) => ({
  locationId: booking.location_id,
  planId: booking.plan_id,
  period: booking.period,
  seats: booking.seats,
  periods: booking.periods,
  startTime: booking.start_time,
  endTime: booking.end_time,
  lines: parseLines(booking),
})

export const toBookingDates = (
  locations: Catalogue['locations'],
  { location_id }: Booking,
  { startDate, endDate, startTime, endTime }: MovedDates,
): BookingDates => ({
  start_date: startDate,
  end_date: endDate,
  start_time: startTime,
  end_time: endTime,
  closes_at: computeClosingTime(locations, location_id, endDate),
})

export const computePrice = (
  catalogue: Catalogue,
  booking: Booking,
  { start_date, end_date }: Pick<BookingDates, 'start_date' | 'end_date'>,
  renewed?: Coverage,
): Paisa | undefined =>
  quoteMoved(toBookedDays(booking), { startDate: start_date, endDate: end_date }, catalogue, renewed)

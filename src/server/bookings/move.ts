import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { getValidationMessage } from '#contract/validation-messages.ts'
import { holdsSeats } from '#domain/booking.ts'
import { clampHours } from '#domain/booking-draft.ts'
import { addDays, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { retainPassedCancellationEnd } from '#domain/cancellation.ts'
import { ADD_ON_IDS, type Catalogue } from '#domain/catalogue.ts'
import type { Paisa } from '#domain/money.ts'
import { addPeriods, type Coverage, datesProblem } from '#domain/period.ts'
import { quote } from '#domain/quote.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Booking, type Instant, instant } from '../db/schema.ts'
import { claimRenewal, releaseRenewal } from '../memberships/renewals.ts'
import { parseLines } from './booking.ts'
import { getFreeCancellationEnd } from './cancellation-terms.ts'
import { getClosingTime, isAwaitingReview } from './closing-time.ts'
import { expireOpenChange } from './open-change.ts'
import {
  addUnpaidSeats,
  claimSeats,
  getCapacity,
  lockDays,
  releaseSeats,
  removeUnpaidSeats,
  toSeatClaim,
} from './seats.ts'

export type BookingDates = Pick<Booking, 'start_date' | 'end_date' | 'start_time' | 'end_time'>

/**
 * Takes the seats of the new days instead of the old ones, and expires an open change. Returns false, and the caller
 * rolls back, if a day is full.
 */
export async function swapSeats(app: App, db: Queries, from: Booking, to: Booking): Promise<boolean> {
  const capacity = getCapacity(app, from.location_id)
  if (holdsSeats(from.state)) {
    const heldForChange = await expireOpenChange(app, db, from)
    await lockDays(db, [toSeatClaim(from), toSeatClaim(to), ...heldForChange])
    if (from.transfer_unpaid) await removeUnpaidSeats(db, toSeatClaim(from))
    for (const claim of [toSeatClaim(from), ...heldForChange]) await releaseSeats(db, claim)
    await releaseRenewal(db, from)
  }
  if (!(await claimSeats(db, toSeatClaim(to), capacity))) return false
  if (!(await claimRenewal(db, to))) return false
  // An unpaid seat is a taken one, so this always fits the capacity.
  if (from.transfer_unpaid) await addUnpaidSeats(db, toSeatClaim(to), capacity)
  return true
}

/** A hold or unpaid transfer ends at the latest when the new last day closes. */
export async function getHoldEndAfterMove(
  app: App,
  db: Queries,
  booking: Booking,
  { end_date }: BookingDates,
): Promise<Instant | null> {
  const closesAt = instant(getClosingTime(app, { location_id: booking.location_id, end_date }))
  if (booking.expires_at === null || booking.expires_at <= closesAt || (await isAwaitingReview(db, booking)))
    return booking.expires_at
  return closesAt
}

/** A booking without seats gets the limit of its new days. */
export function getFreeCancellationEndAfterMove(app: App, booking: Booking): Instant | null {
  if (!holdsSeats(booking.state)) return booking.free_until
  const retainedEnd = retainPassedCancellationEnd(getFreeCancellationEnd(app, booking), app.now())
  return retainedEnd === undefined ? null : instant(retainedEnd)
}

export function computeMovedDates(app: App, booking: Booking, startDate: string): Outcome<BookingDates> {
  const start = parseIsoDate(startDate)
  if (!start) return fail('invalid', { fields: { startDate: getValidationMessage('startDate', 'not_a_date') } })
  const sales = salesAt(app.catalogue.locations, app.now(), 0)
  const problem =
    datesProblem(start, undefined, booking.period, sales.today) ??
    (start < earliestStart(sales, booking.location_id) ? 'sales_ended' : undefined)
  if (problem) return fail('invalid', { fields: { startDate: getValidationMessage('startDate', problem) } })
  const end = addDays(addPeriods(start, booking.period, booking.periods), -1)
  return succeed({ start_date: start, end_date: end, ...fitHours(app, booking, start) })
}

function fitHours(app: App, { location_id, start_time, end_time }: Booking, start: IsoDate) {
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location || start_time === null || end_time === null) return { start_time, end_time }
  const hours = clampHours({ startTime: start_time, endTime: end_time }, location, start)
  return { start_time: hours.startTime, end_time: hours.endTime }
}

export function computePrice(
  catalogue: Catalogue,
  booking: Booking,
  { start_date, end_date }: Pick<BookingDates, 'start_date' | 'end_date'>,
  renewed?: Coverage,
): Paisa | undefined {
  const lines = parseLines(booking)
  const quantity = (id: string) => lines.find((line) => line.id === id)?.quantity ?? 0
  const choices = {
    locationId: booking.location_id,
    planId: booking.plan_id,
    billing: booking.period === 'daily' ? ('monthly' as const) : booking.period,
    startDate: start_date,
    endDate: end_date,
    addOns: ADD_ON_IDS.filter((id) => quantity(id) > 0),
    meetingRoomHours: quantity('meeting-room-hours'),
    guestPasses: quantity('guest-passes'),
  }
  return quote(choices, catalogue, renewed)?.total
}

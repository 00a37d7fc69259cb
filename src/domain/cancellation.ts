import type { BookingState } from './booking.ts'
import { DAY_MS, daysBetween, type IsoDate, kathmanduInstant } from './calendar.ts'
import { hoursOn, type LocationHours } from './location.ts'
import { type Paisa, ZERO } from './money.ts'

/** Days after its start in which a first membership can be refunded; staff decide. */
export const GUARANTEE_DAYS = 30

/** The last instant of a full refund: 24 hours before the first day opens. */
export const calculateFreeCancellationEnd = (location: LocationHours, firstDay: IsoDate): number =>
  kathmanduInstant(firstDay, hoursOn(location, firstDay).open) - DAY_MS

/** Includes the card fee. After the limit no refund is automatic. */
export const calculateCancellationRefund = (received: Paisa, until: number, now: number): Paisa =>
  hasPassed(until, now) ? ZERO : received

/** In paisa. A booking that lost its seats to others is always refunded. */
export const calculateOwnCancellationRefund = (
  state: BookingState,
  received: Paisa,
  until: number,
  now: number,
): Paisa => (state === 'needs_decision' ? received : calculateCancellationRefund(received, until, now))

const hasPassed = (until: number, now: number): boolean => now > until

/** When a booking is moved, a limit that has passed is retained; a future one is recalculated. */
export const retainPassedCancellationEnd = (until: number, now: number): number | undefined =>
  hasPassed(until, now) ? until : undefined

export const isWithinGuarantee = (firstDay: IsoDate, today: IsoDate): boolean =>
  daysBetween(firstDay, today) < GUARANTEE_DAYS

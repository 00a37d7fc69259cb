import { DAY_MS, daysBetween, type IsoDate, kathmanduInstant } from './calendar.ts'
import { type BookableLocation, hoursOn } from './location.ts'
import { type Paisa, ZERO } from './money.ts'

/** Days after its start during which a first membership can be refunded; staff decide. */
export const GUARANTEE_DAYS = 30

/** The last instant of a full refund: 24 hours before the first day opens. */
export const calculateFreeCancellationEnd = (
  location: Pick<BookableLocation, 'openingHours'>,
  firstDay: IsoDate,
): number => kathmanduInstant(firstDay, hoursOn(location, firstDay).open) - DAY_MS

/**
 * What goes back by the rule of what was received and is still here, the card's fee included; later nothing does by
 * itself.
 */
export const calculateCancellationRefund = (kept: Paisa, until: number, now: number): Paisa =>
  hasPassed(until, now) ? ZERO : kept

const hasPassed = (until: number, now: number): boolean => now > until

/**
 * What a booking keeps of its limit when it is moved to other days: one that has passed stays passed, one that is still
 * to come goes with the days.
 */
export const retainPassedCancellationEnd = (until: number, now: number): number | undefined =>
  hasPassed(until, now) ? until : undefined

/** Whether the guarantee still runs for somebody's first membership. */
export const isWithinGuarantee = (firstDay: IsoDate, today: IsoDate): boolean =>
  daysBetween(firstDay, today) < GUARANTEE_DAYS

import { addDays, daysBetween, type IsoDate } from './calendar.ts'
import { addPeriods } from './period.ts'
import { isDayPass, type Period, type PlanId } from './plan.ts'

export const MEMBERSHIP_LABELS = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
  pending: 'Pending',
  suspended: 'Suspended',
} as const satisfies Record<string, string>
export type MembershipState = keyof typeof MEMBERSHIP_LABELS
export const MEMBERSHIP_STATES = Object.keys(MEMBERSHIP_LABELS) as MembershipState[]

/** An active membership is up for renewal when its last day is within this many days. */
export const ENDING_DAYS = 14

/** Filters of the staff list: one status, or those up for renewal. */
export const MEMBERSHIP_VIEWS = [...MEMBERSHIP_STATES, 'ending'] as const
export type MembershipView = (typeof MEMBERSHIP_VIEWS)[number]

/** Of bookings by start: the one of today, else the next one, else the last one. */
export const findCurrentBooking = <Booking extends { endDate: IsoDate }>(
  bookings: readonly Booking[],
  today: IsoDate,
): Booking | undefined => bookings.find(({ endDate }) => endDate >= today) ?? bookings.at(-1)

export const createsMembership = (plan: PlanId): boolean => !isDayPass(plan)

/** Returns the first day after the periods bought. */
export const membershipEnd = (start: IsoDate, period: Period, periods: number): IsoDate =>
  addPeriods(start, period, periods)

/** The last day that a membership covers. Its end date is the day after, on which it can still be renewed. */
export const lastDayOf = (endDate: IsoDate): IsoDate => addDays(endDate, -1)

/** An active membership expires once its end date has passed. */
export const currentMembershipState = (state: MembershipState, endDate: IsoDate, today: IsoDate): MembershipState =>
  state === 'active' && endDate < today ? 'expired' : state

/** An expired membership becomes active again if its new end date has not passed. */
export const membershipStateAfterMove = (
  state: MembershipState,
  oldEnd: IsoDate,
  newEnd: IsoDate,
  today: IsoDate,
): MembershipState => (state === 'expired' && oldEnd < today && newEnd >= today ? 'active' : state)

/** Undefined unless it is up for renewal. -1 on the day after its last day. */
export function getDaysUntilLastDay(state: MembershipState, endDate: IsoDate, today: IsoDate): number | undefined {
  const days = daysBetween(today, lastDayOf(endDate))
  return state === 'active' && days >= -1 && days <= ENDING_DAYS ? days : undefined
}

export const MAX_MEMBERSHIP_NOTES_LENGTH = 2_000

export interface MembershipTerms {
  status: MembershipState
  startDate: IsoDate
  endDate: IsoDate
}

/** A membership that has ended cannot be active, because it would expire at once. */
export const membershipProblems = (
  { status, startDate, endDate }: MembershipTerms,
  today: IsoDate,
): { endDate?: 'end_before_start'; status?: 'over' } => ({
  ...(endDate <= startDate && { endDate: 'end_before_start' }),
  ...(currentMembershipState(status, endDate, today) !== status && { status: 'over' }),
})

/** Days before the end date. Members who asked to renew also get an early reminder. */
const REMINDER_DAYS = [3, 14] as const
const RENEWAL_REMINDER_DAYS = [...REMINDER_DAYS, 30] as const

/**
 * Returns the latest due reminder, so that a server that was down does not send two. Reminders fall in the second half
 * of a period, which starts with the membership or its last renewal, so that a new one gets none.
 */
export function findDueReminder(
  { startDate, endDate, autoRenew }: { startDate: IsoDate; endDate: IsoDate; autoRenew: boolean },
  today: IsoDate,
): number | undefined {
  const left = daysBetween(today, endDate)
  const length = daysBetween(startDate, endDate)
  const reminders: readonly number[] = autoRenew ? RENEWAL_REMINDER_DAYS : REMINDER_DAYS
  return left < 0 ? undefined : reminders.find((days) => left <= days && length >= 2 * days)
}

export const MAX_REMINDER_DAYS = Math.max(...RENEWAL_REMINDER_DAYS)

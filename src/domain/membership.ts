import { daysBetween, type IsoDate } from './calendar.ts'
import { addPeriods } from './period.ts'
import { isDayPass, type Period, type PlanId } from './plan.ts'

export const MEMBERSHIP_STATES = ['active', 'expired', 'cancelled', 'pending', 'suspended'] as const
export type MembershipState = (typeof MEMBERSHIP_STATES)[number]

/** What staff read. */
export const MEMBERSHIP_LABELS: Readonly<Record<MembershipState, string>> = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
  pending: 'Pending',
  suspended: 'Suspended',
}

/** An active membership is up for renewal when it ends within so many days. */
export const ENDING_DAYS = 14

/** The views of the staff's list: one status, or those up for renewal. */
export const MEMBERSHIP_VIEWS = [...MEMBERSHIP_STATES, 'ending'] as const
export type MembershipView = (typeof MEMBERSHIP_VIEWS)[number]

/** A day pass is not recorded as a membership. */
export const createsMembership = (plan: PlanId): boolean => !isDayPass(plan)

/** Returns the first day after the periods bought. */
export const membershipEnd = (start: IsoDate, period: Period, periods = 1): IsoDate =>
  addPeriods(start, period, periods)

/** An active membership expires once its end date has passed. */
export const currentMembershipState = (state: MembershipState, endDate: IsoDate, today: IsoDate): MembershipState =>
  state === 'active' && endDate < today ? 'expired' : state

/** One that had run out is active again once it is moved to where it has not. */
export const membershipStateAfterMove = (
  state: MembershipState,
  oldEnd: IsoDate,
  newEnd: IsoDate,
  today: IsoDate,
): MembershipState => (state === 'expired' && oldEnd < today && newEnd >= today ? 'active' : state)

/** Days until it ends where it is up for renewal, else undefined. */
export function getDaysUntilRenewal(state: MembershipState, endDate: IsoDate, today: IsoDate): number | undefined {
  const days = daysBetween(today, endDate)
  return state === 'active' && days >= 0 && days <= ENDING_DAYS ? days : undefined
}

export const MAX_MEMBERSHIP_NOTES_LENGTH = 2_000

export interface MembershipTerms {
  status: MembershipState
  startDate: IsoDate
  endDate: IsoDate
}

/** What stands against a membership of these terms, by field. One that is over cannot be active: it would run out at once. */
export const membershipProblems = (
  { status, startDate, endDate }: MembershipTerms,
  today: IsoDate,
): { endDate?: 'end_before_start'; status?: 'over' } => ({
  ...(endDate < startDate && { endDate: 'end_before_start' }),
  ...(currentMembershipState(status, endDate, today) !== status && { status: 'over' }),
})

/**
 * Days before the end on which a member gets a reminder. A renewal can be cancelled with 30 days' notice, so its
 * reminder comes in time for that.
 */
const REMINDER_DAYS = [3, 14] as const
const RENEWAL_REMINDER_DAYS = [...REMINDER_DAYS, 30] as const

/**
 * The reminder that is due: of those whose day has come the last, so that a server that was down does not send two at
 * once. Each belongs to the second half of a membership: nobody who has just begun a week is told that it ends.
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

/** The furthest day on which any reminder looks. */
export const MAX_REMINDER_DAYS = Math.max(...RENEWAL_REMINDER_DAYS)

import type { IsoDate } from './calendar.ts'
import { afterPeriods } from './period.ts'
import { isDayPass, type Period, type PlanId } from './plan.ts'

export const MEMBERSHIP_STATES = ['active', 'expired', 'cancelled', 'pending', 'suspended'] as const
export type MembershipState = (typeof MEMBERSHIP_STATES)[number]

/** The explorer plan is not recorded as a membership (spec §9 "Other"). */
export const makesMembership = (plan: PlanId): boolean => !isDayPass(plan)

/** Duration rule of spec §9: monthly = +1 month, daily = +1 day; longer stays end after the periods bought (decisions 24). */
export const membershipEnd = (start: IsoDate, period: Period, periods = 1): IsoDate =>
  afterPeriods(start, period, periods)

/** An active membership expires once its end date has passed (spec §4, decisions 39). */
export const currentState = (state: MembershipState, endDate: IsoDate, today: IsoDate): MembershipState =>
  state === 'active' && endDate < today ? 'expired' : state

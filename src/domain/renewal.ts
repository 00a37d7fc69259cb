import { addDays, type IsoDate } from './calendar.ts'
import type { DateRange } from './date-range.ts'
import { currentMembershipState, type MembershipTerms } from './membership.ts'
import { addPeriods, type Coverage, coverPeriods } from './period.ts'
import type { Period } from './plan.ts'

/** An expired membership cannot be renewed, because its renewal would start in the past. */
export const canRenew = ({ status, endDate }: Pick<MembershipTerms, 'status' | 'endDate'>, today: IsoDate): boolean =>
  currentMembershipState(status, endDate, today) === 'active'

/**
 * The days of a renewal, from the membership's end date. Periods count from the membership's start, so that month ends
 * do not drift (31 Jan, 28 Feb, 31 Mar), unless staff have changed the end.
 */
export function renewalCoverage(
  { startDate, endDate }: Pick<MembershipTerms, 'startDate' | 'endDate'>,
  period: Period,
  count: number,
): Coverage {
  let bought = 0
  while (addPeriods(startDate, period, bought) < endDate) bought++
  const next =
    addPeriods(startDate, period, bought) === endDate
      ? addPeriods(startDate, period, bought + count)
      : addPeriods(endDate, period, count)
  return coverPeriods(endDate, next, period, count)
}

interface Renewal extends DateRange {
  isConfirmed: boolean
}

/**
 * The membership's end date without the last renewals that are no longer confirmed. A later renewal keeps it, and so
 * does an end that staff have changed.
 */
export function endAfterRenewalCancelled(endDate: IsoDate, renewals: readonly Renewal[]): IsoDate {
  const last = renewals.filter(({ to }) => addDays(to, 1) === endDate)
  const [cancelled] = last
  return cancelled === undefined || last.some(({ isConfirmed }) => isConfirmed)
    ? endDate
    : endAfterRenewalCancelled(cancelled.from, renewals)
}

/** When the server queries an open payment or refund: at some ages, then regularly, then no longer. */
export interface LookupSchedule {
  /** Ages at which is asked, in minutes, ascending. */
  afterMinutes: readonly number[]
  /** Minutes between two questions from then on. */
  everyMinutes: number
  /** Hours after which the last question is asked and the rest is left to staff. */
  forHours: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Ages in days at which what is paid is asked about again: whoever sends money back at the gateway's own panel mostly
 * does so within days, and after a month a wallet's payment can no longer be taken back there.
 */
const PAID_LOOKUP_DAYS = [1, 3, 7, 14, 30] as const
/** A question that was missed is made up for until this age; what is older is left alone. */
const MAX_PAID_LOOKUP_DAYS = 45

/** Between these ages, in milliseconds, a question about a paid payment can be due. */
export const PAID_LOOKUP_AGES = { from: PAID_LOOKUP_DAYS[0] * DAY_MS, until: MAX_PAID_LOOKUP_DAYS * DAY_MS } as const

/** Whether a question about a paid payment is due at this age (milliseconds), the last having been asked at another. */
export function isPaidLookupDue(age: number, askedAt: number | undefined): boolean {
  const latest = PAID_LOOKUP_DAYS.findLast((days) => age >= days * DAY_MS)
  return latest !== undefined && age < PAID_LOOKUP_AGES.until && (askedAt === undefined || askedAt < latest * DAY_MS)
}

/**
 * Whether a question is due at this age (milliseconds), the last having been asked at another. One that was missed is
 * asked once, and the last as long as the rest is not left to staff.
 */
export const isLookupDue = (plan: LookupSchedule, age: number, askedAt: number | undefined): boolean =>
  isLastLookup(plan, age) ||
  countLookupsUntil(plan, age) > (askedAt === undefined ? 0 : countLookupsUntil(plan, askedAt))

export const isLastLookup = (plan: LookupSchedule, age: number): boolean => age >= plan.forHours * 60 * MINUTE_MS

function countLookupsUntil(plan: LookupSchedule, age: number): number {
  const minutes = age / MINUTE_MS
  const first = plan.afterMinutes.filter((after) => after <= minutes).length
  const since = minutes - (plan.afterMinutes.at(-1) ?? 0)
  return first + Math.max(0, Math.floor(since / plan.everyMinutes))
}

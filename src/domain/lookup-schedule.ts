/** When the server queries an open payment or refund at its gateway. */
export interface LookupSchedule {
  /** Ages in minutes, ascending. */
  afterMinutes: readonly number[]
  /** Minutes between later lookups. */
  everyMinutes: number
  /** After this many hours the payment is left to staff. */
  forHours: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Ages in days at which a paid payment is queried again: refunds at the gateway mostly happen within days, and wallets
 * cannot refund after a month.
 */
const PAID_LOOKUP_DAYS = [1, 3, 7, 14, 30] as const
/** Missed lookups are made up until this age in days. */
const MAX_PAID_LOOKUP_DAYS = 45

/** Ages in milliseconds between which a lookup of a paid payment can be due. */
export const PAID_LOOKUP_AGES = { from: PAID_LOOKUP_DAYS[0] * DAY_MS, until: MAX_PAID_LOOKUP_DAYS * DAY_MS } as const

/** Ages in milliseconds, now and at the last lookup. */
export function isPaidLookupDue(age: number, lastLookupAge: number | undefined): boolean {
  const latest = PAID_LOOKUP_DAYS.findLast((days) => age >= days * DAY_MS)
  return (
    latest !== undefined &&
    age < PAID_LOOKUP_AGES.until &&
    (lastLookupAge === undefined || lastLookupAge < latest * DAY_MS)
  )
}

/**
 * Whether a lookup is due; ages in milliseconds, now and at the last one. A missed lookup is made up once, until the
 * payment is left to staff.
 */
export const isLookupDue = (schedule: LookupSchedule, age: number, lastLookupAge: number | undefined): boolean =>
  isLastLookup(schedule, age) ||
  countLookupsUntil(schedule, age) > (lastLookupAge === undefined ? 0 : countLookupsUntil(schedule, lastLookupAge))

export const isLastLookup = (schedule: LookupSchedule, age: number): boolean =>
  age >= schedule.forHours * 60 * MINUTE_MS

function countLookupsUntil(schedule: LookupSchedule, age: number): number {
  const minutes = age / MINUTE_MS
  const first = schedule.afterMinutes.filter((after) => after <= minutes).length
  const since = minutes - (schedule.afterMinutes.at(-1) ?? 0)
  return first + Math.max(0, Math.floor(since / schedule.everyMinutes))
}

import { addDays, addMonths, daysBetween, type IsoDate } from './calendar.ts'
import type { Period } from './plan.ts'

export const MAX_DAYS_AHEAD = 365
export const MAX_DAYS_COVERED = 366

export interface Coverage {
  /** First and last day covered, both inclusive. */
  from: IsoDate
  to: IsoDate
  /** Started periods, which are bought whole. */
  count: number
  /** Months started, for add-ons charged by the month. */
  months: number
}

/** Returns the first day after `count` periods, counted from the start so that month ends do not drift. */
export function addPeriods(start: IsoDate, period: Period, count: number): IsoDate {
  switch (period) {
    case 'daily':
      return addDays(start, count)
    case 'weekly':
      return addDays(start, 7 * count)
    case 'monthly':
      return addMonths(start, count)
    case 'annual':
      return addMonths(start, 12 * count)
  }
}

/** Whole periods from the start to the one that contains the chosen end. */
export function coverage(start: IsoDate, end: IsoDate | undefined, period: Period): Coverage {
  let count = 1
  if (end && period !== 'daily') while (addPeriods(start, period, count) <= end) count++
  return coverPeriods(start, addPeriods(start, period, count), period, count)
}

/** `next` is the first day after the periods. */
export function coverPeriods(start: IsoDate, next: IsoDate, period: Period, count: number): Coverage {
  const to = addDays(next, -1)
  return { from: start, to, count, months: countStartedMonths(start, to, period, count) }
}

function countStartedMonths(start: IsoDate, to: IsoDate, period: Period, count: number): number {
  if (period === 'daily') return 1
  if (period === 'monthly') return count
  if (period === 'annual') return 12 * count
  let months = 1
  while (addMonths(start, months) <= to) months++
  return months
}

type DatesProblem = 'start_in_past' | 'start_too_far' | 'end_before_start' | 'too_long'

/** `today` is the Kathmandu date. */
export function datesProblem(
  start: IsoDate,
  end: IsoDate | undefined,
  period: Period,
  today: IsoDate,
): DatesProblem | undefined {
  if (start < today) return 'start_in_past'
  if (daysBetween(today, start) > MAX_DAYS_AHEAD) return 'start_too_far'
  if (period === 'daily' || !end) return undefined
  if (end < start) return 'end_before_start'
  if (daysBetween(start, end) >= MAX_DAYS_COVERED) return 'too_long'
  const covered = coverage(start, end, period)
  return daysBetween(covered.from, covered.to) + 1 > MAX_DAYS_COVERED ? 'too_long' : undefined
}

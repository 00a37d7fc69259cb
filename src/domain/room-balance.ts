import { addDays, addMonths, type IsoDate } from './calendar.ts'
import { type DateRange, earlier } from './date-range.ts'
import { allowanceFor, type Period } from './plan.ts'

/** Bought minutes can be used on every day of a booking. */
export const BOUGHT_BUCKET = 'bought'
/** The first day of the month or week whose included minutes it holds, or `BOUGHT_BUCKET`. */
export type Bucket = IsoDate | typeof BOUGHT_BUCKET

/** Minutes of a bucket: those left, or with `spendMinutes` those used. */
export interface BucketMinutes {
  bucket: Bucket
  minutes: number
}

interface BookedPeriods {
  period: Period
  startDate: IsoDate
  endDate: IsoDate
  seats: number
}

/** The booking's own months, or weeks if it is billed weekly, in order. A day pass includes nothing. */
export function listAllowancePeriods({ period, startDate, endDate }: Omit<BookedPeriods, 'seats'>): DateRange[] {
  const periods: DateRange[] = []
  if (period === 'daily') return periods
  const startOf = (index: number) => (period === 'weekly' ? addDays(startDate, 7 * index) : addMonths(startDate, index))
  for (let index = 0; startOf(index) <= endDate; index++)
    periods.push({ from: startOf(index), to: earlier(addDays(startOf(index + 1), -1), endDate) })
  return periods
}

/** The month or week of a booking that contains a day; undefined outside of it and on a day pass. */
export const findAllowancePeriod = (booking: Omit<BookedPeriods, 'seats'>, day: IsoDate): DateRange | undefined =>
  listAllowancePeriods(booking).find(({ from, to }) => day >= from && day <= to)

/** The minutes that each month or week of a booking includes. */
export const includedMinutes = (
  perMonth: number,
  { period, seats }: Pick<BookedPeriods, 'period' | 'seats'>,
): number => (period === 'daily' ? 0 : allowanceFor(perMonth, period, seats))

/** Included minutes are used first. Undefined if there are not enough. */
export function spendMinutes(balances: readonly BucketMinutes[], minutes: number): BucketMinutes[] | undefined {
  const inOrder = balances.toSorted(
    (one, other) => Number(one.bucket === BOUGHT_BUCKET) - Number(other.bucket === BOUGHT_BUCKET),
  )
  let missing = minutes
  const used: BucketMinutes[] = []
  for (const balance of inOrder) {
    const spent = Math.min(balance.minutes, missing)
    if (spent > 0) used.push({ bucket: balance.bucket, minutes: spent })
    missing -= spent
  }
  return missing === 0 ? used : undefined
}

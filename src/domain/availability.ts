import { addDays, daysBetween, type IsoDate } from './calendar.ts'
import { addPeriods } from './period.ts'
import { type Period, type PlanId, seatsForPlan } from './plan.ts'

/** Seats of a location on one day, one pool for all plans. */
export interface DaySeats {
  date: IsoDate
  seats: number
  taken: number
}

/** From here on down a day counts as nearly full, which the calendar marks. */
const FEW_SEATS = 5

export const seatsLeft = ({ seats, taken }: DaySeats): number => Math.max(0, seats - taken)
export const isFull = (day: DaySeats, plan: PlanId): boolean => seatsLeft(day) < seatsForPlan(plan)
export const isNearlyFull = (day: DaySeats, plan: PlanId): boolean => !isFull(day, plan) && seatsLeft(day) <= FEW_SEATS

/**
 * The start nearest to the one wanted, before it and after it, so that none of the days covered is full. Both lie
 * between `from` and `to`; `full` are the days that lack the seats, unknown days count as free.
 */
export function findNearestFreeStarts(
  wanted: IsoDate,
  bought: { period: Period; count: number },
  full: readonly IsoDate[],
  { from, to }: { from: IsoDate; to: IsoDate },
): IsoDate[] {
  const isFree = (start: IsoDate) => {
    const after = addPeriods(start, bought.period, bought.count)
    return !full.some((day) => day >= start && day < after)
  }
  const nearest = (direction: -1 | 1): IsoDate[] => {
    for (let start = wanted < from ? from : wanted; start >= from && start <= to; start = addDays(start, direction))
      if (isFree(start)) return [start]
    return []
  }
  if (wanted < from) return nearest(1)
  if (isFree(wanted)) return [wanted]
  return [...nearest(-1), ...nearest(1)].sort(
    (a, b) => Math.abs(daysBetween(wanted, a)) - Math.abs(daysBetween(wanted, b)),
  )
}

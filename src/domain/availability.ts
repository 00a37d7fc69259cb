import { addDays, daysBetween, type IsoDate } from './calendar.ts'
import { addPeriods } from './period.ts'
import type { Period } from './plan.ts'

/** Seats of a location on one day, one pool for all plans. */
export interface DaySeats {
  date: IsoDate
  seats: number
  taken: number
}

/** At or below this number the calendar marks a day as nearly full. */
const FEW_SEATS = 5

export const seatsLeft = ({ seats, taken }: DaySeats): number => Math.max(0, seats - taken)
/** Whether the day is full for a booking that takes `needed` seats. */
export const isFull = (day: DaySeats, needed: number): boolean => seatsLeft(day) < needed
export const isNearlyFull = (day: DaySeats, needed: number): boolean =>
  !isFull(day, needed) && seatsLeft(day) <= FEW_SEATS

/** `No seats left`; `needed` is the number that the booking takes, `left` what is free. */
export const formatFull = (needed: number, left?: number): string =>
  needed === 1 || left === 0 ? 'No seats left' : `Fewer than ${needed} seats left`

/** Such as `12 seats free today`, for a day that is called `today` or `tomorrow`. */
export function formatFreeSeats(day: DaySeats, isClosed: boolean, name: string): string {
  if (isClosed) return `Closed ${name}`
  const free = seatsLeft(day)
  return free === 0 ? `Full ${name}` : `${free} ${free === 1 ? 'seat' : 'seats'} free ${name}`
}

/** The nearest open start before and after the requested one, between `from` and `to`, with no covered day in `full`. */
export function findNearestFreeStarts(
  requested: IsoDate,
  length: { period: Period; count: number },
  full: readonly IsoDate[],
  { from, to }: { from: IsoDate; to: IsoDate },
  isClosed: (day: IsoDate) => boolean,
): IsoDate[] {
  const isFree = (start: IsoDate) => {
    if (isClosed(start)) return false
    const after = addPeriods(start, length.period, length.count)
    return !full.some((day) => day >= start && day < after)
  }
  const nearest = (direction: -1 | 1): IsoDate[] => {
    for (
      let start = requested < from ? from : requested;
      start >= from && start <= to;
      start = addDays(start, direction)
    )
      if (isFree(start)) return [start]
    return []
  }
  if (requested < from) return nearest(1)
  if (isFree(requested)) return [requested]
  return [...nearest(-1), ...nearest(1)].sort(
    (a, b) => Math.abs(daysBetween(requested, a)) - Math.abs(daysBetween(requested, b)),
  )
}

import { addDays, type IsoDate } from './calendar.ts'
import type { Span } from './span.ts'

/** Seats of a day that announced bank transfers without a receipt may take together. `share` is from 0 to 1. */
export const unpaidLimit = (capacity: number, share: number): number => Math.floor(capacity * share)

/** Above this share of a day's seats in unpaid holds, no hold of that day is extended. */
const CROWDED_SHARE = 0.5

export const isCrowded = (held: number, capacity: number): boolean => held > capacity * CROWDED_SHARE

export interface Stay extends Span {
  seats: number
}

/** The most seats that the stays take together on one day of the span. */
export function mostSeats(stays: readonly Stay[], { from, to }: Span): number {
  const changes = new Map<IsoDate, number>()
  const change = (day: IsoDate, seats: number) => changes.set(day, (changes.get(day) ?? 0) + seats)
  for (const stay of stays.filter((each) => each.from <= to && each.to >= from)) {
    change(stay.from, stay.seats)
    change(addDays(stay.to, 1), -stay.seats)
  }
  let [most, taken] = [0, 0]
  for (const [day, seats] of [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    taken += seats
    // What changes on or before the first day is in force on it.
    if (day <= from) most = taken
    else if (day <= to) most = Math.max(most, taken)
  }
  return most
}

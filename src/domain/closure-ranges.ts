import { addDays, listDays } from './calendar.ts'
import type { ClosedDays } from './closed-days.ts'
import { type Closure, findClosure, type HasClosures } from './closure.ts'
import type { DateRange } from './date-range.ts'

/** Closures of a range as they apply, in order; consecutive days that are alike are one. */
export function listClosures(location: HasClosures, { from, to }: DateRange): Closure[] {
  const list: Closure[] = []
  for (const day of listDays(from, to)) {
    const closure = findClosure(location, day)
    if (!closure) continue
    const last = list.at(-1)
    if (last?.to === addDays(day, -1) && isAlike(last, closure)) last.to = day
    else list.push({ from: day, to: day, reason: closure.reason, hours: closure.hours })
  }
  return list
}

const isAlike = (one: Closure, other: Closure): boolean =>
  one.reason === other.reason && one.hours?.open === other.hours?.open && one.hours?.close === other.hours?.close

/** The closed days of a range, in order. */
export const listClosedDays = (location: HasClosures, range: DateRange): ClosedDays[] =>
  listClosures(location, range).flatMap(({ from, to, reason, hours }) => (hours ? [] : [{ from, to, reason }]))

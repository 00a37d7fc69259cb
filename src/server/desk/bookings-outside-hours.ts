import type { ClosureList } from '#contract/admin/closures.ts'
import { type IsoDate, listDays } from '#domain/calendar.ts'
import { findClosure, type ListedClosure, withClosures } from '#domain/closure.ts'
import { later } from '#domain/date-range.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { readBookingsOnDays } from './affected-bookings.ts'

/** How many bookings have working hours outside the other hours of a closure, from `today` on. */
export async function countBookingsOutsideHours(
  { catalogue }: Pick<App, 'catalogue'>,
  db: Queries,
  closures: readonly ListedClosure[],
  today: IsoDate,
): Promise<ClosureList['outsideHours']> {
  const locations = withClosures(catalogue.locations, closures)
  const counts: ClosureList['outsideHours'] = []
  for (const closure of closures) {
    const { id: closureId, hours, from, to } = closure
    if (hours === null) continue
    // Another entry can replace it at a location.
    const days = locations.map((location) => ({
      locationId: location.id,
      days: listDays(later(from, today), to).filter((day) => findClosure(location, day) === closure),
    }))
    const outside = (await readBookingsOnDays(db, days)).filter(
      ({ start_time, end_time }) =>
        start_time !== null && end_time !== null && (start_time < hours.open || end_time > hours.close),
    )
    if (outside.length > 0) counts.push({ closureId, bookings: outside.length })
  }
  return counts
}

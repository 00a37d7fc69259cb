import { formatFreeSeats } from '#domain/availability.ts'
import { findClosedReason } from '#domain/closure.ts'
import type { BookableLocation } from '#domain/location.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import type { ShownSeatsName } from '#domain/shown-prices.ts'
import type { App } from '../app.ts'
import { readDaySeats } from './seats.ts'

/**
 * The free seats of each location that can be booked, as pages show them: of today, or of tomorrow once the sales of
 * today have ended.
 */
export async function readShownSeats(
  app: App,
  locations: readonly BookableLocation[],
): Promise<Readonly<Record<ShownSeatsName, string>>> {
  const open = locations.filter(({ available }) => available)
  const sales = salesAt(open, app.now(), app.env.sameDayCutoffMinutes)
  const texts: Record<ShownSeatsName, string> = {}
  for (const location of open) {
    const day = earliestStart(sales, location.id)
    const isClosed = findClosedReason(location, day) !== undefined
    for (const seats of await readDaySeats(app, app.db.read, { locationId: location.id, from: day, to: day }))
      texts[`${location.id}/free`] = formatFreeSeats(seats, isClosed, day === sales.today ? 'today' : 'tomorrow')
  }
  return texts
}

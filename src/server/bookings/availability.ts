import { type readAvailability, readAvailabilityRange } from '#contract/availability.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { listDays } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import type { App, Result } from '../app.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import { getCapacity, readTakenSeats } from './seats.ts'

export async function computeAvailability(
  app: App,
  input: Input<typeof readAvailability>,
): Result<typeof readAvailability> {
  const range = readAvailabilityRange(input)
  if (!range.ok) return range
  const { locationId, from, to } = range.value
  const taken = await readTakenSeats(app.db.read, range.value)
  const seats = getCapacity(app, locationId)
  const closures = await readClosuresOfLocation(app.db.read, locationId, from)
  return succeed({
    locationId,
    days: listDays(from, to).map((date) => {
      const closed = findClosedReason({ closures }, date)
      return { date, seats, taken: taken.get(date) ?? 0, ...(closed !== undefined && { closed }) }
    }),
  })
}

import { type readAvailability, readAvailabilityRange } from '#contract/availability.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { listDays } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
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
  return succeed({
    locationId,
    days: listDays(from, to).map((date) => ({ date, seats, taken: taken.get(date) ?? 0 })),
  })
}

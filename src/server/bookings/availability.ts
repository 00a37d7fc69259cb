import type { readAvailability } from '#contract/availability.ts'
import { readAvailabilityRange } from '#contract/availability-range.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { findClosedReason } from '#domain/closure.ts'
import type { App, Result } from '../app.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import { readDaySeats } from './seats.ts'

export async function computeAvailability(
  app: App,
  input: Input<typeof readAvailability>,
): Result<typeof readAvailability> {
  const range = readAvailabilityRange(input)
  if (!range.ok) return range
  const { locationId, from } = range.value
  const days = await readDaySeats(app, app.db.read, range.value)
  const closures = await readClosuresOfLocation(app.db.read, locationId, from)
  return succeed({
    locationId,
    days: days.map((day) => {
      const closed = findClosedReason({ closures }, day.date)
      return { ...day, ...(closed !== undefined && { closed }) }
    }),
  })
}

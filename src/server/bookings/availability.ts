import { type readAvailability, readRange } from '#contract/availability.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { daysFrom } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { capacityOf, takenSeats } from './seats.ts'

export async function availability(
  app: App,
  input: Input<typeof readAvailability>,
): Promise<Outcome<Output<typeof readAvailability>>> {
  const range = readRange(input)
  if (!range.ok) return range
  const { locationId, from, to } = range.value
  const taken = await takenSeats(app.db.read, range.value)
  const seats = capacityOf(app, locationId)
  return succeed({
    locationId,
    days: daysFrom(from, to).map((date) => ({ date, seats, taken: taken.get(date) ?? 0 })),
  })
}

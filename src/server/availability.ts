import type { readAvailability } from '#contract/availability.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { daysBetween, daysFrom, isoDate } from '#domain/calendar.ts'
import { locationId } from '#domain/location.ts'
import type { App } from './app.ts'
import { capacityOf, takenSeats } from './seats.ts'

const MOST_DAYS = 400

export async function availability(
  app: App,
  input: Input<typeof readAvailability>,
): Promise<Outcome<Output<typeof readAvailability>>> {
  const location = locationId(input.location)
  const [from, to] = [isoDate(input.from), isoDate(input.to)]
  if (!location) return fail('invalid', { fields: { location: 'Send the id of one of our locations' } })
  if (!from) return fail('invalid', { fields: { from: 'Send a date like 2026-12-10' } })
  if (!to || to < from || daysBetween(from, to) >= MOST_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MOST_DAYS} days` } })
  const taken = await takenSeats(app.db.read, { locationId: location, from, to })
  const seats = capacityOf(app, location)
  return succeed({
    locationId: location,
    days: daysFrom(from, to).map((date) => ({ date, seats, taken: taken.get(date) ?? 0 })),
  })
}

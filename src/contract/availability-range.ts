import { daysBetween, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import type { readAvailability } from './availability.ts'
import type { Input } from './endpoint.ts'
import { fail, type Outcome, succeed } from './failure.ts'
import { INVALID_DATE } from './validation-messages.ts'

const MAX_DAYS = 400

export function readAvailabilityRange(
  input: Input<typeof readAvailability>,
): Outcome<{ locationId: LocationId; from: IsoDate; to: IsoDate }> {
  const location = parseLocationId(input.location)
  const [from, to] = [parseIsoDate(input.from), parseIsoDate(input.to)]
  if (!location) return fail('invalid', { fields: { location: 'Send the id of one of our locations' } })
  if (!from) return fail('invalid', { fields: { from: INVALID_DATE } })
  if (!to || to < from || daysBetween(from, to) >= MAX_DAYS)
    return fail('invalid', { fields: { to: `Send a date at or after from, at most ${MAX_DAYS} days` } })
  return succeed({ locationId: location, from, to })
}

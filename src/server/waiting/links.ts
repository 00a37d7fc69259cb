import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { WaitingEntry } from '../db/schema.ts'
import { deriveOfferToken, deriveWaitingToken } from '../secrets.ts'

/**
 * The page that does one thing with an entry, and names what the visitor waits for. Its token follows the `#`, which
 * browsers do not send.
 */
export function buildWaitingLink(
  app: App,
  action: 'confirm' | 'leave',
  { id: entry, location_id: location, day }: WaitingEntry,
): string {
  const token = deriveWaitingToken(app.bookingKey, action, entry)
  const query = new URLSearchParams({ entry, token, location, ...(day !== null && { day }) })
  return new URL(`/waiting/${action}#${query}`, app.env.siteUrl).href
}

/** Opens the booking form at the day of the offer, for one seat: an earlier draft may have more. */
export function buildOfferLink(
  app: App,
  { id, locationId, day }: { id: string; locationId: LocationId; day: IsoDate },
): string {
  const query = new URLSearchParams({ plan: 'explorer', location: locationId, start: day, seats: '1' })
  return new URL(`/booking?${query}#offer=${id}.${deriveOfferToken(app.bookingKey, id)}`, app.env.siteUrl).href
}

import type { IsoDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { WaitingEntry } from '../db/schema.ts'
import { deriveOfferToken, deriveWaitingToken } from '../secrets.ts'

/** The page that does one thing with an entry. Its token follows the `#`, which browsers do not send. */
export const buildWaitingLink = (app: App, action: 'confirm' | 'leave', entry: string): string => {
  const token = deriveWaitingToken(app.bookingKey, action, entry)
  return new URL(`/waiting/${action}#${new URLSearchParams({ entry, token })}`, app.env.siteUrl).href
}

/** Names what the visitor waits for, so that the page can link to where it is entered again. */
export const buildConfirmLink = (app: App, { id, location_id: location, day }: WaitingEntry): string =>
  `${buildWaitingLink(app, 'confirm', id)}&${new URLSearchParams({ location, ...(day !== null && { day }) })}`

/** Opens the booking form at the day of the offer, for one seat: an earlier draft may have more. */
export function buildOfferLink(
  app: App,
  { id, locationId, day }: { id: string; locationId: LocationId; day: IsoDate },
): string {
  const query = new URLSearchParams({ plan: 'explorer', location: locationId, start: day, seats: '1' })
  return new URL(`/booking?${query}#offer=${id}.${deriveOfferToken(app.bookingKey, id)}`, app.env.siteUrl).href
}

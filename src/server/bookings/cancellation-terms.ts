import { calculateFreeCancellationEnd } from '#domain/cancellation.ts'
import type { App } from '../app.ts'
import type { Booking } from '../db/schema.ts'

/** The last instant of a full refund, in milliseconds. */
export function getFreeCancellationEnd(app: App, { location_id, start_date, free_until }: Booking): number {
  if (free_until) return Date.parse(free_until)
  const location = app.catalogue.locations.find(({ id }) => id === location_id)
  if (!location) throw new Error(`location ${location_id} was not found`)
  return calculateFreeCancellationEnd(location, start_date)
}

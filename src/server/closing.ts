import { closingInstant } from '#domain/location.ts'
import type { App } from './app.ts'
import type { BookingTable } from './db/schema.ts'

/** The instant (milliseconds) at which a booking's location closes on its last covered day: the last moment to pay. */
export const closingOf = (
  app: App,
  { location_id, end_date }: Pick<BookingTable, 'location_id' | 'end_date'>,
): number =>
  closingInstant(
    app.catalogue.locations.find(({ id }) => id === location_id),
    end_date,
  )

import type { IsoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { closingInstant, type LocationId } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'

/** When a location closes on the last day of a booking. Stored with the days, so that later closures do not change it. */
export const computeClosingTime = (
  locations: Catalogue['locations'],
  locationId: LocationId,
  lastDay: IsoDate,
): Instant =>
  instant(
    closingInstant(
      locations.find(({ id }) => id === locationId),
      lastDay,
    ),
  )

/** The last moment to pay, in milliseconds: when the location closes on the last covered day. */
export const getClosingTime = (
  app: App,
  { location_id, end_date, closes_at }: Pick<Booking, 'location_id' | 'end_date' | 'closes_at'>,
): number => Date.parse(closes_at ?? computeClosingTime(app.catalogue.locations, location_id, end_date))

/** Whether a receipt or a differing amount waits for staff. */
export async function isAwaitingReview(db: Queries, { id }: Pick<Booking, 'id'>): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select('payments.id')
    .where('payments.booking_id', '=', id)
    .where((row) => row.or([row('payments.state', '=', 'mismatch'), row('receipts.id', 'is not', null)]))
    .executeTakeFirst()
  return payment !== undefined
}

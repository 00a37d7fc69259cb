import { closingInstant } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'

/** The instant (milliseconds) at which a booking's location closes on its last covered day: the last moment to pay. */
export const getClosingTime = (
  app: App,
  { location_id, end_date }: Pick<BookingTable, 'location_id' | 'end_date'>,
): number =>
  closingInstant(
    app.catalogue.locations.find(({ id }) => id === location_id),
    end_date,
  )

/** Whether staff have a receipt or a differing amount of this booking to check. */
export async function isAwaitingReview(db: Queries, { id }: Pick<BookingTable, 'id'>): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .leftJoin('payment_evidence', 'payment_evidence.payment_id', 'payments.id')
    .select('payments.id')
    .where('payments.booking_id', '=', id)
    .where((row) => row.or([row('payments.state', '=', 'mismatch'), row('payment_evidence.id', 'is not', null)]))
    .executeTakeFirst()
  return payment !== undefined
}

import { closingInstant } from '#domain/location.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'

/** The last moment to pay, in milliseconds: when the location closes on the last covered day. */
export const getClosingTime = (
  app: App,
  { location_id, end_date }: Pick<Booking, 'location_id' | 'end_date'>,
): number =>
  closingInstant(
    app.catalogue.locations.find(({ id }) => id === location_id),
    end_date,
  )

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

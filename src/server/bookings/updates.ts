import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'

/** Throws `Conflict` if the booking has changed since it was read. */
export async function updateBooking(
  app: App,
  db: Queries,
  booking: Booking,
  fields: Partial<Booking>,
): Promise<Booking> {
  const changed = await db
    .updateTable('bookings')
    .set({ ...fields, version: booking.version + 1, updated_at: instant(app.now()) })
    .where('id', '=', booking.id)
    .where('version', '=', booking.version)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Conflict())
  await recordEvent(db, 'booking_update', booking.id, app.now())
  return changed
}

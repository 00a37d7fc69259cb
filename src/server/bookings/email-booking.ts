import type { Closure } from '#domain/closure.ts'
import { readClosuresOfLocation } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'

export interface EmailBooking extends Booking {
  /** Of its location, where the email names them. */
  closures?: readonly Closure[]
}

/** For an email about days that are still to come. */
export const addClosures = async (db: Queries, booking: Booking): Promise<EmailBooking> => ({
  ...booking,
  closures: await readClosuresOfLocation(db, booking.location_id, booking.start_date),
})

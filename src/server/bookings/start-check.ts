import { hasStarted } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'

/** Whether a booking has begun: its first day is over, or somebody of it was marked as arrived. */
export async function hasBookingStarted(
  db: Queries,
  { id, start_date }: Pick<BookingTable, 'id' | 'start_date'>,
  now: number,
): Promise<boolean> {
  const arrival = await db.selectFrom('arrivals').select('day').where('booking_id', '=', id).limit(1).executeTakeFirst()
  return hasStarted(start_date, arrival !== undefined, kathmanduDate(now))
}

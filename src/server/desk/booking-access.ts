import { isAssignedTo } from '#domain/staff.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'

/** A booking to staff of its location; to others it is as if it were not there. */
export async function findBookingForStaff(
  db: Queries,
  { workplaces }: Pick<Staff, 'workplaces'>,
  id: string,
): Promise<BookingTable | undefined> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return booking && isAssignedTo(workplaces, booking.location_id) ? booking : undefined
}

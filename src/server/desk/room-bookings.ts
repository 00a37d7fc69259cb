import type { findRoomBookings } from '#contract/admin/rooms.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { addDays, parseIsoDate } from '#domain/calendar.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import type { App, Result } from '../app.ts'
import { getCustomerName } from '../bookings/booking.ts'
import type { Booking } from '../db/schema.ts'
import { matchesSearch } from '../db/search-condition.ts'
import { readMinutesOn } from '../rooms/balances.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

const MAX_SHOWN = 6

/** The latest bookings that match, first those with minutes left: most bookings of a busy day have none. */
export async function findBookingsForRoom(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  { location, date, q = '' }: Input<typeof findRoomBookings>,
): Result<typeof findRoomBookings> {
  const day = parseIsoDate(date)
  if (!day) return fail('invalid', { fields: { date: INVALID_DATE } })
  // Sorted here, because the planner of SQLite would read all confirmed bookings in this order.
  const bookings = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('location_id', '=', location)
    .where(isWithinWorkplaces(workplaces))
    .where('end_date', '>=', day)
    // No booking covers more days, so the index on location and end date bounds the search.
    .where('end_date', '<', addDays(day, MAX_DAYS_COVERED))
    .where('start_date', '<=', day)
    .where('state', '=', 'confirmed')
    .where(matchesSearch(q))
    .execute()
  const minutes = await readMinutesOn(app.db.read, bookings, day)
  const found = bookings.toSorted(compareByCreation).map((booking) => ({
    bookingId: booking.id,
    customerName: getCustomerName(booking),
    planName: booking.plan_name,
    minutes: minutes.get(booking.id) ?? 0,
  }))
  return succeed({
    bookings: found
      .toSorted((one, other) => Number(one.minutes === 0) - Number(other.minutes === 0))
      .slice(0, MAX_SHOWN),
  })
}

/** Newest first, as in the list of bookings. */
function compareByCreation(one: Booking, other: Booking): number {
  if (one.created_at === other.created_at) return one.id < other.id ? 1 : -1
  return one.created_at < other.created_at ? 1 : -1
}

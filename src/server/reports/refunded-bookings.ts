import type { readToday } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { ZERO } from '#domain/money.ts'
import { isAssignedTo, type Workplaces } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { getCustomerName } from '../bookings/rows.ts'

const MAX_LISTED = 50

/** Confirmed bookings of today and later whose payments were refunded in full: they still hold seats. */
export async function readRefundedBookings(
  app: App,
  workplaces: Workplaces,
  today: IsoDate,
): Promise<Output<typeof readToday>['refunded']> {
  const locations = LOCATION_IDS.filter((id) => isAssignedTo(workplaces, id))
  if (locations.length === 0) return []
  const bookings = await app.db.read
    .selectFrom('bookings')
    .select(['id', 'first_name', 'last_name', 'location_name', 'start_date', 'end_date'])
    // The locations are named, so that the index on location and end is read and no booking that is over.
    .where('location_id', 'in', locations)
    .where('end_date', '>=', today)
    .where('state', '=', 'confirmed')
    .where('kept', '=', ZERO)
    .where(({ exists, not, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.booking_id', '=', 'bookings.id')
          .where('payments.state', '=', 'refunded'),
      ).and(
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.booking_id', '=', 'bookings.id')
              .where('payments.state', '=', 'mismatch'),
          ),
        ),
      ),
    )
    .orderBy('start_date')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return bookings.map((booking) => ({
    bookingId: booking.id,
    customerName: getCustomerName(booking),
    locationName: booking.location_name,
    startDate: booking.start_date,
    endDate: booking.end_date,
  }))
}

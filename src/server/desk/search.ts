import type { searchAll } from '#contract/admin/search.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { parseSearchTerms } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { currentMembershipState } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { getCustomerName } from '../bookings/rows.ts'
import { matchesSearch } from '../db/search-condition.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

const MAX_RESULTS = 6

/** The latest bookings and members that hold every word that was typed; none where nothing was. */
export async function search(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  q: string,
): Promise<Outcome<Output<typeof searchAll>>> {
  if (parseSearchTerms(q).length === 0) return succeed({ bookings: [], members: [] })
  const ids = app.db.read
    .selectFrom('bookings')
    .select('id')
    .where(isWithinWorkplaces(workplaces))
    .where(matchesSearch(q))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_RESULTS)
  const members = app.db.read
    .selectFrom('memberships')
    .select(['id', 'customer_name', 'membership_type', 'end_date', 'status'])
    .where(isWithinWorkplaces(workplaces))
    .where(matchesSearch(q))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_RESULTS)
  const bookings = await app.db.read
    .selectFrom('bookings')
    .select(['id', 'first_name', 'last_name', 'location_name', 'plan_name', 'start_date', 'state'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const today = kathmanduDate(app.now())
  return succeed({
    bookings: bookings.map((row) => ({
      bookingId: row.id,
      customerName: getCustomerName(row),
      locationName: row.location_name,
      planName: row.plan_name,
      startDate: row.start_date,
      state: row.state,
    })),
    members: (await members.execute()).map((row) => ({
      membershipId: row.id,
      customerName: row.customer_name,
      planName: app.catalogue.plans.find(({ id }) => id === row.membership_type)?.name ?? row.membership_type,
      endDate: row.end_date,
      status: currentMembershipState(row.status, row.end_date, today),
    })),
  })
}

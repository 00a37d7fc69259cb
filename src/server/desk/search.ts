import type { searchAll } from '#contract/admin/search.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { searchWords } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { currentState } from '#domain/membership.ts'
import type { App } from '../app.ts'
import { customerOf } from '../bookings/booking-row.ts'
import { holdsWords } from '../db/words.ts'
import type { Staff } from '../staff/sessions.ts'
import { liesWithin } from '../staff/workplaces.ts'

const FOUND = 6

/** The latest bookings and members that hold every word that was typed; none where nothing was. */
export async function search(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  q: string,
): Promise<Outcome<Output<typeof searchAll>>> {
  if (searchWords(q).length === 0) return succeed({ bookings: [], members: [] })
  const ids = app.db.read
    .selectFrom('bookings')
    .select('id')
    .where(liesWithin(workplaces))
    .where(holdsWords(q))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FOUND)
  const members = app.db.read
    .selectFrom('memberships')
    .select(['id', 'customer_name', 'membership_type', 'end_date', 'status'])
    .where(liesWithin(workplaces))
    .where(holdsWords(q))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FOUND)
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
      customerName: customerOf(row),
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
      status: currentState(row.status, row.end_date, today),
    })),
  })
}

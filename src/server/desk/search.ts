import type { searchAll } from '#contract/admin/search.ts'
import type { findCustomers as findCustomersContract } from '#contract/admin/walk-ins.ts'
import type { Input } from '#contract/endpoint.ts'
import { succeed } from '#contract/failure.ts'
import { parseSearchTerms } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { currentMembershipState } from '#domain/membership.ts'
import type { App, Result } from '../app.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { selectFilteredBookings } from '../bookings/filter.ts'
import { findName } from '../catalogue.ts'
import { matchesSearch } from '../db/search-condition.ts'
import type { Staff } from '../staff/sessions.ts'
import { isWithinWorkplaces } from '../staff/workplaces.ts'

const MAX_RESULTS = 6

export async function search(app: App, { workplaces }: Pick<Staff, 'workplaces'>, q: string): Result<typeof searchAll> {
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
    .select(['id as membershipId', 'customer_name as customerName', 'membership_type', 'end_date as endDate', 'status'])
    .where(isWithinWorkplaces(workplaces))
    .where(matchesSearch(q))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_RESULTS)
  const bookings = await app.db.read
    .selectFrom('bookings')
    .select(['id as bookingId', 'first_name', 'last_name', 'location_name as locationName', 'plan_name as planName'])
    .select(['start_date as startDate', 'state'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const today = kathmanduDate(app.now())
  return succeed({
    bookings: bookings.map(({ first_name, last_name, ...booking }) => ({
      ...booking,
      customerName: getCustomerName({ first_name, last_name }),
    })),
    members: (await members.execute()).map(({ membership_type, ...member }) => ({
      ...member,
      planName: findName(app.catalogue.plans, membership_type),
      status: currentMembershipState(member.status, member.endDate, today),
    })),
  })
}

const MAX_BOOKINGS_SEARCHED = 60
const MAX_CUSTOMERS = 6
const MIN_QUERY_LENGTH = 2

/** Customers of the latest bookings. One email, or phone without an email, is one customer. */
export async function findCustomers(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  { q }: Input<typeof findCustomersContract>,
): Result<typeof findCustomersContract> {
  if (parseSearchTerms(q).join('').length < MIN_QUERY_LENGTH) return succeed({ items: [] })
  const filter = { q, from: undefined, to: undefined, workplaces }
  const found = await selectFilteredBookings(app.db.read, filter).limit(MAX_BOOKINGS_SEARCHED).execute()
  if (found.length === 0) return succeed({ items: [] })
  const ids = found.map(({ id }) => id)
  const rows = await app.db.read
    .selectFrom('bookings')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone', 'company', 'pan'])
    .select(['plan_name as planName', 'start_date as startDate'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
  const customers = new Map(rows.toReversed().map((row) => [(row.email || row.phone).toLowerCase(), row]))
  return succeed({ items: [...customers.values()].reverse().slice(0, MAX_CUSTOMERS) })
}

import type { findCustomers as contract } from '#contract/admin/walk-ins.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import { parseSearchTerms } from '#domain/booking.ts'
import type { App } from '../app.ts'
import { selectFilteredBookings } from '../bookings/filter.ts'
import type { Staff } from '../staff/sessions.ts'

/** So many of the latest bookings are looked at for their customers, and so many customers are told. */
const MAX_BOOKINGS_SEARCHED = 60
const MAX_CUSTOMERS = 6
const MIN_QUERY_LENGTH = 2

/** Customers of earlier bookings, the latest first, each once: one address or one telephone number is one customer. */
export async function findCustomers(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  { q }: Input<typeof contract>,
): Promise<Outcome<Output<typeof contract>>> {
  if (parseSearchTerms(q).join('').length < MIN_QUERY_LENGTH) return succeed({ items: [] })
  const wanted = { q, from: undefined, to: undefined, workplaces }
  const found = await selectFilteredBookings(app.db.read, wanted).limit(MAX_BOOKINGS_SEARCHED).execute()
  if (found.length === 0) return succeed({ items: [] })
  const ids = found.map(({ id }) => id)
  const rows = await app.db.read
    .selectFrom('bookings')
    .select(['first_name', 'last_name', 'email', 'phone', 'company', 'plan_name', 'start_date'])
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
  const customers = new Map(rows.toReversed().map((row) => [(row.email || row.phone).toLowerCase(), row]))
  return succeed({
    items: [...customers.values()]
      .reverse()
      .slice(0, MAX_CUSTOMERS)
      .map((row) => ({
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        phone: row.phone,
        company: row.company,
        planName: row.plan_name,
        startDate: row.start_date,
      })),
  })
}

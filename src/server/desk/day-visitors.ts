import type { readDay } from '#contract/admin/today.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { compareByArrival, HOLDING_STATES } from '#domain/booking.ts'
import { addDays, isoDate } from '#domain/calendar.ts'
import { locationId } from '#domain/location.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { getCustomerName } from '../bookings/rows.ts'
import type { Staff } from '../staff/sessions.ts'
import { readArrivals } from './arrivals.ts'

/** Everybody who has a seat on a day: first who comes for the first time, then by name. */
export async function loadDayVisitors(
  app: App,
  { workplaces }: Pick<Staff, 'workplaces'>,
  input: Input<typeof readDay>,
): Promise<Outcome<Output<typeof readDay>>> {
  const location = locationId(input.location)
  const date = isoDate(input.date)
  if (!location || !isAssignedTo(workplaces, location)) return fail('not_found')
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const rows = await app.db.read
    .selectFrom('bookings')
    .select(['id', 'first_name', 'last_name', 'plan_id', 'plan_name', 'seats', 'state'])
    .select(['start_date', 'end_date', 'start_time', 'end_time'])
    .where('location_id', '=', location)
    .where('end_date', '>=', date)
    .where('end_date', '<', addDays(date, MAX_DAYS_COVERED))
    .where('start_date', '<=', date)
    .where('state', 'in', HOLDING_STATES)
    .execute()
  const arrived = await readArrivals(app.db.read, location, date)
  const people = rows.map((row) => ({
    bookingId: row.id,
    customerName: getCustomerName(row),
    planId: row.plan_id,
    planName: row.plan_name,
    seats: row.seats,
    startDate: row.start_date,
    endDate: row.end_date,
    startTime: row.start_time,
    endTime: row.end_time,
    state: row.state,
    arrivedAt: arrived.get(row.id) ?? null,
  }))
  return succeed({ locationId: location, date, people: people.sort(compareByArrival(date)) })
}

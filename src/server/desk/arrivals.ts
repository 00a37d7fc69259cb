import type { Arrival, markArrival } from '#contract/admin/arrivals.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { HOLDING_STATES, holdsSeats } from '#domain/booking.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking-audit.ts'
import type { Queries } from '../db/database.ts'
import { lockBooking } from '../db/row-locks.ts'
import { type Instant, instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'

const ONLY_TODAY = 'Arrivals are marked on the day itself: open today’s list.'

/** Notes that somebody is here today, or takes it back; what somebody else has noted meanwhile is not written over. */
export async function setArrival(
  app: App,
  staff: Staff,
  id: string,
  { date, here, seen }: Input<typeof markArrival>,
): Promise<Outcome<Arrival>> {
  const marked = await app.db.write<Arrival>(async (db) => {
    const booking = await lockBooking(db, id)
    if (!booking || !isAssignedTo(staff.workplaces, booking.location_id)) return fail('not_found')
    const day = kathmanduDate(app.now())
    if (date !== day) return fail('invalid', { fields: { date: ONLY_TODAY } })
    const arrivedAt = await findArrival(db, id, day)
    if (arrivedAt !== seen) return fail('changed_meanwhile', { current: { date, arrivedAt } })
    if (!holdsSeats(booking.state) || day < booking.start_date || day > booking.end_date) return fail('wrong_state')
    if (here === (arrivedAt !== null)) return succeed({ date, arrivedAt })
    const now = here ? instant(app.now()) : null
    if (now)
      await db.insertInto('arrivals').values({ booking_id: id, day, arrived_at: now, staff_id: staff.id }).execute()
    else await db.deleteFrom('arrivals').where('booking_id', '=', id).where('day', '=', day).execute()
    await recordEvent(db, 'booking_update', id, app.now())
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: here ? 'arrival_marked' : 'arrival_taken_back',
      before: { arrived: arrivedAt },
      after: { arrived: now },
    })
    return succeed({ date, arrivedAt: now })
  })
  if (marked.ok) app.notifier.notify()
  return marked
}

async function findArrival(db: Queries, id: string, day: IsoDate): Promise<Instant | null> {
  const row = await db
    .selectFrom('arrivals')
    .select('arrived_at')
    .where('booking_id', '=', id)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.arrived_at ?? null
}

/** Times of arrival by booking, of those who are at a location on a day; whoever was moved to other days is not. */
export async function readArrivals(db: Queries, location: LocationId, day: IsoDate): Promise<Map<string, Instant>> {
  const rows = await db
    .selectFrom('arrivals')
    .innerJoin('bookings', 'bookings.id', 'arrivals.booking_id')
    .select(['booking_id', 'arrived_at'])
    .where('day', '=', day)
    .where('location_id', '=', location)
    .where('start_date', '<=', day)
    .where('end_date', '>=', day)
    .where('state', 'in', HOLDING_STATES)
    .execute()
  return new Map(rows.map((row) => [row.booking_id, row.arrived_at]))
}

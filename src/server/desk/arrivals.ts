import type { Arrival, markArrival } from '#contract/admin/arrivals.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { HOLDING_STATES, hasStarted, holdsSeats } from '#domain/booking.ts'
import { type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { LocationId } from '#domain/location.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking.ts'
import type { Queries } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking } from '../db/schema.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'

const ONLY_TODAY = 'Arrivals can be marked only on the day itself. Open today’s list.'

/** Marks how many of a booking's people are here today, unless another staff member has changed it. */
export async function setArrival(
  app: App,
  staff: Staff,
  id: string,
  { date, arrived, seats, expectedArrivedAt }: Input<typeof markArrival>,
): Promise<Outcome<Arrival>> {
  return writeAndNotify(app, async (db) => {
    const booking = await lockBooking(db, id)
    if (!booking || !isAssignedTo(staff.workplaces, booking.location_id)) return fail('not_found')
    const day = kathmanduDate(app.now())
    if (date !== day) return fail('invalid', { fields: { date: ONLY_TODAY } })
    const before = await findArrival(db, id, day)
    if (before.arrivedAt !== expectedArrivedAt)
      return fail('changed_meanwhile', { current: { date: day, ...before } satisfies Arrival })
    if (!holdsSeats(booking.state) || day < booking.start_date || day > booking.end_date) return fail('wrong_state')
    const here = arrived ? (seats ?? booking.seats) : 0
    if (here > booking.seats) return fail('invalid', { fields: { seats: formatMaxArrivals(booking.seats) } })
    if (here === before.seats) return succeed({ date: day, ...before })
    const after = { arrivedAt: arrived ? instant(app.now()) : null, seats: here }
    await db.deleteFrom('arrivals').where('booking_id', '=', id).where('day', '=', day).execute()
    if (after.arrivedAt)
      await db
        .insertInto('arrivals')
        .values({ booking_id: id, day, arrived_at: after.arrivedAt, staff_id: staff.id, seats: here })
        .execute()
    await recordEvent(db, 'booking_update', id, app.now())
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: arrived ? 'arrival_marked' : 'arrival_taken_back',
      before: toAuditValues(booking, before),
      after: toAuditValues(booking, after),
    })
    return succeed({ date: day, ...after })
  })
}

interface MarkedArrival {
  arrivedAt: Instant | null
  seats: number
}

const toAuditValues = (booking: Booking, { arrivedAt, seats }: MarkedArrival) => ({
  arrived: arrivedAt,
  ...(booking.seats > 1 && { seats }),
})

const formatMaxArrivals = (seats: number): string => `This booking has ${seats} ${seats === 1 ? 'seat' : 'seats'}`

async function findArrival(db: Queries, id: string, day: IsoDate): Promise<MarkedArrival> {
  const row = await db
    .selectFrom('arrivals')
    .select(['arrived_at as arrivedAt', 'seats'])
    .where('booking_id', '=', id)
    .where('day', '=', day)
    .executeTakeFirst()
  return row ?? { arrivedAt: null, seats: 0 }
}

export async function readArrivals(
  db: Queries,
  location: LocationId,
  day: IsoDate,
): Promise<Map<string, MarkedArrival>> {
  const rows = await db
    .selectFrom('arrivals')
    .innerJoin('bookings', 'bookings.id', 'arrivals.booking_id')
    .select(['booking_id', 'arrived_at as arrivedAt', 'arrivals.seats'])
    .where('day', '=', day)
    .where('location_id', '=', location)
    .where('start_date', '<=', day)
    .where('end_date', '>=', day)
    .where('state', 'in', HOLDING_STATES)
    .execute()
  return new Map(rows.map(({ booking_id, ...arrival }) => [booking_id, arrival]))
}

export async function hasBookingStarted(
  db: Queries,
  { id, start_date }: Pick<Booking, 'id' | 'start_date'>,
  now: number,
): Promise<boolean> {
  const arrival = await db.selectFrom('arrivals').select('day').where('booking_id', '=', id).limit(1).executeTakeFirst()
  return hasStarted(start_date, arrival !== undefined, kathmanduDate(now))
}

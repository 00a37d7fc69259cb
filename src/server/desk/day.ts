import type { readDay } from '#contract/admin/today.ts'
import type { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { compareByArrival, HOLDING_STATES } from '#domain/booking.ts'
import { addDays, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { findClosedDay } from '#domain/closed-days.ts'
import { withClosures } from '#domain/closure.ts'
import { hoursOn, type LocationId, parseLocationId } from '#domain/location.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App, Result } from '../app.ts'
import { readSeatsByUse } from '../bookings/blocks.ts'
import { getCustomerName, parseLines } from '../bookings/booking.ts'
import { readGuestsOfDay } from '../bookings/guests.ts'
import { readNames } from '../bookings/people.ts'
import { readListedClosures } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { readToursOfDay } from '../tours/list.ts'
import { readArrivals } from './arrivals.ts'
import { getPriceDifference } from './booking-detail.ts'
import { readHandover } from './handover.ts'
import { readReservationsOfDay } from './rooms.ts'

type LocationScope = Pick<Staff, 'workplaces'>

/** The people with a seat at a location on a day. */
export async function loadDayVisitors(
  app: App,
  staff: LocationScope,
  input: Input<typeof readDay>,
): Result<typeof readDay> {
  const day = await readBookingsOfDay(app, staff, input)
  if (!day.ok) return day
  const { location, date, bookings, arrivals } = day.value
  const people = bookings.map((booking) => ({ ...toAttendee(booking, arrivals), planId: booking.plan_id }))
  return succeed({ locationId: location.id, date, people: people.sort(compareByArrival(date)) })
}

/** The same people with what the front desk needs to know about each. */
export async function loadDaySheet(
  app: App,
  staff: LocationScope,
  input: Input<typeof readDaySheet>,
): Result<typeof readDaySheet> {
  const day = await readBookingsOfDay(app, staff, input)
  if (!day.ok) return day
  const { location, date, bookings, arrivals } = day.value
  const notes = await readNotes(app.db.read, bookings)
  const payments = await readDifferencePayments(app.db.read, bookings)
  const names = await readNames(
    app.db.read,
    bookings.map(({ id }) => id),
  )
  const guests = await readGuestsOfDay(
    app.db.read,
    bookings.map(({ id }) => id),
    date,
  )
  const people = bookings.map((booking) => ({
    ...toAttendee(booking, arrivals),
    phone: booking.phone,
    names: names.get(booking.id) ?? [],
    guests: guests.get(booking.id) ?? [],
    due:
      booking.state === 'confirmed'
        ? getPriceDifference(booking, payments.get(booking.id) ?? [])
        : booking.total_amount,
    extras: parseLines(booking)
      .filter(({ kind }) => kind === 'add_on')
      .map(({ id, label, quantity }) => (quantity > 1 || isCounted(app, id) ? `${label} × ${quantity}` : label)),
    notes: [booking.notes, ...(notes.get(booking.id) ?? []).map(({ body }) => body)].filter(Boolean),
  }))
  const [withHours] = withClosures([location], await readListedClosures(app.db.read, date))
  const { open, close } = hoursOn(withHours ?? location, date)
  return succeed({
    locationId: location.id,
    locationName: location.name,
    date,
    opens: open,
    closes: close,
    ...(withHours && findClosedDay(withHours, date)),
    ...(await readSeatsOfDay(app, location.id, date)),
    people: people.sort(compareByArrival(date)),
    handover: await readHandover(app.db.read, { locationId: location.id, date }),
    tours: await readToursOfDay(app.db.read, location.id, date),
    rooms: await readReservationsOfDay(app, app.db.read, location.id, date),
  })
}

async function readSeatsOfDay(app: App, locationId: LocationId, date: IsoDate) {
  const [day] = await readSeatsByUse(app, app.db.read, { locationId, from: date, to: date })
  const { seats, taken, blocked } = day ?? { seats: 0, taken: 0, blocked: 0 }
  return { seats, taken, blocked }
}

/** Whether customers choose how many, such as guest passes. */
const isCounted = ({ catalogue }: App, id: string): boolean =>
  catalogue.addOns.some((addOn) => addOn.id === id && addOn.per !== 'month')

async function readBookingsOfDay(app: App, { workplaces }: LocationScope, input: Input<typeof readDay>) {
  const location = app.catalogue.locations.find(({ id }) => id === parseLocationId(input.location))
  if (!location || !isAssignedTo(workplaces, location.id)) return fail('not_found')
  const date = parseIsoDate(input.date)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const bookings = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('location_id', '=', location.id)
    .where('end_date', '>=', date)
    // No booking covers more days, so the index on location and end date bounds the search.
    .where('end_date', '<', addDays(date, MAX_DAYS_COVERED))
    .where('start_date', '<=', date)
    .where('state', 'in', HOLDING_STATES)
    .execute()
  return succeed({ location, date, bookings, arrivals: await readArrivals(app.db.read, location.id, date) })
}

const toAttendee = (booking: Booking, arrivals: Awaited<ReturnType<typeof readArrivals>>) => ({
  bookingId: booking.id,
  customerName: getCustomerName(booking),
  planName: booking.plan_name,
  seats: booking.seats,
  startDate: booking.start_date,
  endDate: booking.end_date,
  startTime: booking.start_time,
  endTime: booking.end_time,
  state: booking.state,
  arrivedAt: arrivals.get(booking.id)?.arrivedAt ?? null,
  arrivedSeats: arrivals.get(booking.id)?.seats ?? 0,
})

/** Only moved bookings can have a price difference. */
async function readDifferencePayments(db: Queries, bookings: readonly Booking[]): Promise<Map<string, Payment[]>> {
  const moved = bookings.filter(({ moved_price }) => moved_price !== null).map(({ id }) => id)
  if (moved.length === 0) return new Map()
  const rows = await db.selectFrom('payments').selectAll().where('booking_id', 'in', moved).execute()
  return Map.groupBy(rows, ({ booking_id }) => booking_id)
}

async function readNotes(db: Queries, bookings: readonly Booking[]) {
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return new Map<string, { body: string }[]>()
  const rows = await db
    .selectFrom('booking_notes')
    .select(['booking_id', 'body'])
    .where('booking_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  return Map.groupBy(rows, ({ booking_id }) => booking_id)
}

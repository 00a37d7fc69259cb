import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { AffectedBooking, AffectedRoom, AffectedTour, ClosureList } from '#contract/admin/closures.ts'
import { HOLDING_STATES } from '#domain/booking.ts'
import { addDays, type IsoDate, listDays } from '#domain/calendar.ts'
import { findClosure, type ListedClosure, withClosures } from '#domain/closure.ts'
import type { LocationDays } from '#domain/closure-list.ts'
import { earlier, later } from '#domain/date-range.ts'
import { proposeGoodwill } from '#domain/goodwill.ts'
import { isPaid } from '#domain/payment.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import { isDayPass } from '#domain/plan.ts'
import { getRefundableAmount } from '#domain/refund.ts'
import { getRoomHours, isWithinRoomHours } from '#domain/room.ts'
import { isWithinHours } from '#domain/tour.ts'
import type { App } from '../app.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { findName } from '../catalogue.ts'
import { readListedClosures } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking, Payment, Tour } from '../db/schema.ts'

/** A booking and a closure that closes days of it. */
export interface ClosureCase {
  booking: Booking
  closure: ListedClosure
  closedDays: number
}

/** Days after its last closed day on which a case is still listed. */
const LISTED_DAYS = 90

/** Bookings with seats on these days. One that an open change moves to them has the days of the change. */
export async function readBookingsOnDays(db: Queries, closed: readonly LocationDays[]): Promise<Booking[]> {
  const bookings = new Map<string, Booking>()
  for (const { locationId, days } of closed) {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) continue
    const held = db
      .selectFrom('bookings')
      .selectAll('bookings')
      .where('location_id', '=', locationId)
      .where('bookings.state', 'in', HOLDING_STATES)
    const booked = await held
      .where('bookings.end_date', '>=', first)
      // No booking covers more days, so the index on location and end date bounds the search.
      .where('bookings.end_date', '<', addDays(last, MAX_DAYS_COVERED))
      .where('bookings.start_date', '<=', last)
      .execute()
    const changes = await held
      .innerJoin('booking_changes', 'booking_changes.booking_id', 'bookings.id')
      .where('booking_changes.kind', '=', 'move')
      .where('booking_changes.state', '=', 'open')
      .select(['booking_changes.start_date as new_start', 'booking_changes.end_date as new_end'])
      .execute()
    const moved = changes.map(({ new_start, new_end, ...booking }) => ({
      ...booking,
      start_date: new_start,
      end_date: new_end,
    }))
    for (const booking of [...moved, ...booked])
      if (days.some((day) => day >= booking.start_date && day <= booking.end_date)) bookings.set(booking.id, booking)
  }
  return [...bookings.values()].toSorted((one, other) =>
    `${one.start_date} ${one.id}` < `${other.start_date} ${other.id}` ? -1 : 1,
  )
}

/** Tours from `today` on that a list leaves without an open location, and that `before`, if there is one, did not. */
export async function readToursOutsideHours(
  { catalogue }: Pick<App, 'catalogue'>,
  db: Queries,
  before: readonly ListedClosure[] | null,
  after: readonly ListedClosure[],
  today: IsoDate,
): Promise<Tour[]> {
  const tours = await db
    .selectFrom('tours')
    .selectAll()
    .where('state', '=', 'booked')
    .where('day', '>=', today)
    .orderBy('day')
    .orderBy('time')
    .orderBy('id')
    .execute()
  const [previous, changed] = [before, after].map((list) => list && withClosures(catalogue.locations, list))
  const isPossible = (locations: typeof changed, { location_id, day: date, time }: Tour) =>
    locations?.some((location) => location.id === location_id && isWithinHours(location, { date, time })) ?? false
  return tours.filter((tour) => (!previous || isPossible(previous, tour)) && !isPossible(changed, tour))
}

/** Rooms that bookings reserved from `today` on, outside the hours of a list and, if there is one, not of `before`. */
export async function readRoomsOutsideHours(
  { catalogue, rooms }: Pick<App, 'catalogue' | 'rooms'>,
  db: Queries,
  before: readonly ListedClosure[] | null,
  after: readonly ListedClosure[],
  today: IsoDate,
): Promise<AffectedRoom[]> {
  const reservations = await db
    .selectFrom('room_reservations')
    .innerJoin('bookings', 'bookings.id', 'room_reservations.booking_id')
    .select(['room_reservations.id', 'room_id', 'room_reservations.location_id', 'day', 'first_name', 'last_name'])
    .select(['room_reservations.start_time as start', 'room_reservations.end_time as end', 'email', 'phone'])
    .where('room_reservations.state', '=', 'active')
    .where('day', '>=', today)
    .orderBy('day')
    .orderBy('start')
    .orderBy('room_reservations.id')
    .execute()
  const [previous, changed] = [before, after].map((list) => list && withClosures(catalogue.locations, list))
  const isPossible = (locations: typeof changed, { room_id, day, start, end }: (typeof reservations)[number]) => {
    const room = rooms.find(({ id }) => id === room_id)
    const location = locations?.find(({ id }) => id === room?.locationId)
    return !room || !location || isWithinRoomHours(getRoomHours(room, location, day), { start, end })
  }
  return reservations
    .filter((reservation) => (!previous || isPossible(previous, reservation)) && !isPossible(changed, reservation))
    .map(({ id, room_id, location_id, day, first_name, last_name, ...row }) => ({
      reservationId: id,
      roomName: findName(rooms, room_id),
      customerName: getCustomerName({ first_name, last_name }),
      locationId: location_id,
      date: day,
      ...row,
    }))
}

/** Identifies what staff have seen before they close the days. */
export const hashAffected = (
  bookings: readonly Booking[],
  tours: readonly Tour[],
  rooms: readonly AffectedRoom[],
): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        [...[...bookings, ...tours].map(({ id }) => id), ...rooms.map((room) => room.reservationId)].toSorted(),
      ),
    )
    .digest('base64url')

/** A case for each booking and each closure of `list` that closes one of `closed` for it. */
export const listCases = (
  bookings: readonly Booking[],
  list: readonly ListedClosure[],
  closed: readonly LocationDays[],
): ClosureCase[] =>
  bookings.flatMap((booking) => {
    const days = closed.find(({ locationId }) => locationId === booking.location_id)?.days ?? []
    return list.flatMap((closure) => {
      const closedDays = listDaysClosedBy(booking, closure, list)
      return closedDays.some((day) => days.includes(day)) ? { booking, closure, closedDays: closedDays.length } : []
    })
  })

/** Cases for the days of open cases that another entry closes after a change of the list. */
export const listContinuedCases = (
  open: readonly ClosureCase[],
  before: readonly ListedClosure[],
  after: readonly ListedClosure[],
): ClosureCase[] =>
  open.flatMap(({ booking, closure: { id } }) => {
    const closure = before.find((entry) => entry.id === id)
    const days = closure ? listDaysClosedBy(booking, closure, before) : []
    const cases = listCases([booking], after, [{ locationId: booking.location_id, days }])
    return cases.filter((found) => found.closure.id !== id)
  })

/** Cases that staff have not dealt with, while the booking still covers a day that the closure closes. */
export async function readOpenCases(db: Queries, today: IsoDate): Promise<ClosureCase[]> {
  const rows = await db
    .selectFrom('closure_bookings')
    .innerJoin('bookings', 'bookings.id', 'closure_bookings.booking_id')
    .selectAll('bookings')
    .select('closure_bookings.closure_id')
    .where('closure_bookings.handled_at', 'is', null)
    // The concatenations prevent the planner from reading all bookings, by state or in order.
    .where(sql<SqlBool>`bookings.state || '' in (${sql.join(HOLDING_STATES)})`)
    .orderBy(sql`bookings.start_date || ''`)
    .orderBy('bookings.id')
    .execute()
  const list = await readListedClosures(db, addDays(today, -LISTED_DAYS))
  return rows.flatMap(({ closure_id, ...booking }) => {
    const closure = list.find(({ id }) => id === closure_id)
    const closedDays = closure ? listDaysClosedBy(booking, closure, list).length : 0
    return closure && closedDays > 0 ? { booking, closure, closedDays } : []
  })
}

/** The bookings with nothing left to do, for each closure of the open cases: marked as done, moved or cancelled. */
export async function countHandledCases(db: Queries, open: readonly ClosureCase[]): Promise<ClosureList['handled']> {
  if (open.length === 0) return []
  const openByClosure = Map.groupBy(open, ({ closure }) => closure.id)
  const rows = await db
    .selectFrom('closure_bookings')
    .select(['closure_id', ({ fn }) => fn.countAll().as('bookings')])
    .where('closure_id', 'in', [...openByClosure.keys()])
    .groupBy('closure_id')
    .execute()
  return rows.map(({ closure_id, bookings }) => ({
    closureId: closure_id,
    bookings: Number(bookings) - (openByClosure.get(closure_id)?.length ?? 0),
  }))
}

/** The days of a booking that a closure closes. Another entry can replace it on some of them. */
function listDaysClosedBy(
  { location_id, start_date, end_date }: Booking,
  closure: ListedClosure,
  list: readonly ListedClosure[],
): IsoDate[] {
  if (closure.hours !== null) return []
  const [location] = withClosures([{ id: location_id }], list)
  return listDays(later(start_date, closure.from), earlier(end_date, closure.to)).filter(
    (day) => location && findClosure(location, day) === closure,
  )
}

export async function listAffectedBookings(db: Queries, cases: readonly ClosureCase[]): Promise<AffectedBooking[]> {
  if (cases.length === 0) return []
  const ids = cases.map(({ booking }) => booking.id)
  const used = await readUsedDayPasses(db, cases)
  const payments = await db.selectFrom('payments').selectAll().where('booking_id', 'in', ids).execute()
  return cases.map((found) => {
    const { id } = found.booking
    return {
      ...toAffectedBooking(found),
      isUsed: used.has(id),
      payment: findRefundablePayment(payments.filter(({ booking_id }) => booking_id === id)),
    }
  })
}

/** The ids of day passes whose customers have arrived, for which nothing is left to do. */
export async function readUsedDayPasses(db: Queries, cases: readonly ClosureCase[]): Promise<Set<string>> {
  const ids = cases.filter(({ booking }) => isDayPass(booking.plan_id)).map(({ booking }) => booking.id)
  if (ids.length === 0) return new Set()
  const arrivals = await db.selectFrom('arrivals').select('booking_id').where('booking_id', 'in', ids).execute()
  return new Set(arrivals.map(({ booking_id }) => booking_id))
}

/** The payment with most money left. */
function findRefundablePayment(payments: readonly Payment[]): AffectedBooking['payment'] {
  const [payment] = payments
    .filter((payment) => isPaid(payment.state) && getRefundableAmount(payment) > 0)
    .toSorted((one, other) => getRefundableAmount(other) - getRefundableAmount(one))
  return payment ? { paymentId: payment.id, refunded: payment.refunded } : null
}

const toAffectedBooking = ({
  booking,
  closure,
  closedDays,
}: ClosureCase): Omit<AffectedBooking, 'isUsed' | 'payment'> => ({
  closureId: closure.id,
  reason: closure.reason,
  closedDays,
  bookingId: booking.id,
  customerName: getCustomerName(booking),
  email: booking.email,
  phone: booking.phone,
  planId: booking.plan_id,
  planName: booking.plan_name,
  seats: booking.seats,
  state: booking.state,
  locationId: booking.location_id,
  locationName: booking.location_name,
  startDate: booking.start_date,
  endDate: booking.end_date,
  totalAmount: booking.total_amount,
  goodwill: isDayPass(booking.plan_id)
    ? null
    : proposeGoodwill(booking.total_amount, { from: booking.start_date, to: booking.end_date }, closedDays),
})

export const toAffectedTour = ({ id, name, email, phone, location_id, day, time }: Tour): AffectedTour => ({
  tourId: id,
  name,
  email,
  phone,
  locationId: location_id,
  date: day,
  time,
})

import type { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { HOLDING_STATES } from '#domain/booking.ts'
import { addDays, isoDate } from '#domain/calendar.ts'
import { hoursOn, locationId } from '#domain/location.ts'
import { MAX_DAYS_COVERED } from '#domain/period.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { getCustomerName, parseLines } from '../bookings/rows.ts'
import type { Queries } from '../db/database.ts'
import type { BookingTable, PaymentTable } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { readArrivals } from './arrivals.ts'
import { getPriceDifference } from './booking-detail.ts'

type DaySheet = Output<typeof readDaySheet>

/** Who is at a location on a day: everybody whose booking covers it and holds seats. */
export async function loadDaySheet(
  app: App,
  staff: Pick<Staff, 'workplaces'>,
  { location: asked, date: typed }: Input<typeof readDaySheet>,
): Promise<Outcome<DaySheet>> {
  const location = app.catalogue.locations.find(({ id }) => id === locationId(asked))
  if (!location || !isAssignedTo(staff.workplaces, location.id)) return fail('not_found')
  const date = isoDate(typed)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  const covering = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('location_id', '=', location.id)
    .where('start_date', '<=', date)
    // No booking covers more days: those that began earlier are over.
    .where('start_date', '>=', addDays(date, -MAX_DAYS_COVERED))
    .where('end_date', '>=', date)
    .where('state', 'in', HOLDING_STATES)
    .execute()
  const notes = await readNotes(app.db.read, covering)
  const payments = await readDifferencePayments(app.db.read, covering)
  const arrived = await readArrivals(app.db.read, location.id, date)
  const people = covering.map((booking) => ({
    ...toPerson(booking, notes.get(booking.id) ?? [], payments.get(booking.id) ?? []),
    arrivedAt: arrived.get(booking.id) ?? null,
  }))
  const first = ({ startDate }: (typeof people)[number]) => (startDate === date ? 0 : 1)
  const { open, close } = hoursOn(location, date)
  return succeed({
    locationId: location.id,
    locationName: location.name,
    date,
    opens: open,
    closes: close,
    seats: location.capacity,
    taken: people.reduce((sum, { seats }) => sum + seats, 0),
    people: people.sort((a, b) => first(a) - first(b) || a.customerName.localeCompare(b.customerName)),
  })
}

const toPerson = (
  booking: BookingTable,
  noted: readonly string[],
  payments: readonly PaymentTable[],
): Omit<DaySheet['people'][number], 'arrivedAt'> => ({
  bookingId: booking.id,
  customerName: getCustomerName(booking),
  phone: booking.phone,
  planName: booking.plan_name,
  startDate: booking.start_date,
  endDate: booking.end_date,
  startTime: booking.start_time,
  endTime: booking.end_time,
  seats: booking.seats,
  state: booking.state,
  due: booking.state === 'confirmed' ? getPriceDifference(booking, payments) : booking.total_amount,
  extras: parseLines(booking)
    .filter(({ kind }) => kind === 'add_on')
    .map(({ label, quantity }) => (quantity > 1 ? `${label} × ${quantity}` : label)),
  notes: [...(booking.notes ? [booking.notes] : []), ...noted],
})

/** Only those that were moved can have a difference to take, and they are few. */
async function readDifferencePayments(
  db: Queries,
  bookings: readonly BookingTable[],
): Promise<Map<string, PaymentTable[]>> {
  const moved = bookings.filter(({ moved_price }) => moved_price !== null).map(({ id }) => id)
  if (moved.length === 0) return new Map()
  const rows = await db.selectFrom('payments').selectAll().where('booking_id', 'in', moved).execute()
  return Map.groupBy(rows, ({ booking_id }) => booking_id)
}

async function readNotes(db: Queries, bookings: readonly BookingTable[]): Promise<Map<string, string[]>> {
  if (bookings.length === 0) return new Map()
  const rows = await db
    .selectFrom('booking_notes')
    .select(['booking_id', 'body'])
    .where(
      'booking_id',
      'in',
      bookings.map(({ id }) => id),
    )
    .orderBy('created_at')
    .execute()
  const notes = new Map<string, string[]>()
  for (const { booking_id, body } of rows) notes.set(booking_id, [...(notes.get(booking_id) ?? []), body])
  return notes
}

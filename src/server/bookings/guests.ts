import type { BookingView } from '#contract/bookings.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  formatGuestSoldOut,
  formatMaxGuests,
  formatNoGuestDayLeft,
  formatNotGuestDay,
  GUEST_MESSAGES,
} from '#contract/guests.ts'
import { formatClosedDay, getNameMessage, INVALID_DATE } from '#contract/validation-messages.ts'
import { type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import { toSingleLine } from '#domain/contact.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { type DateRange, later } from '#domain/date-range.ts'
import { calculateGuestBalance, hasAnyGuestDayLeft, hasGuestDayLeft } from '#domain/guest.ts'
import { isDayPass } from '#domain/plan.ts'
import { isGuestCancelled } from '#domain/release.ts'
import { findPersonProblem, getMaxGuestsOfDay } from '#domain/team.ts'
import type { App } from '../app.ts'
import { getCatalogue } from '../catalogue.ts'
import { readClosedReason, readClosuresOfLocation } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Guest } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { type BookingAuditEntry, parseLines } from './booking.ts'
import { addClaim, removeClaims } from './claims.ts'

interface NewGuest {
  date: string
  name?: string | undefined
}

/** Announces a guest of a locked booking. `staffId` is `null` for the customer. */
export async function addGuest(
  app: App,
  db: Queries,
  booking: Booking,
  { date, name = '' }: NewGuest,
  staffId: string | null,
): Promise<Outcome<BookingAuditEntry>> {
  if (isDayPass(booking.plan_id)) return fail('wrong_state', { message: GUEST_MESSAGES.dayPass })
  if (!isCustomerActionAllowed('guests', booking.state)) return fail('wrong_state', { message: GUEST_MESSAGES.unpaid })
  const day = parseIsoDate(date)
  if (!day) return failAt('date', INVALID_DATE)
  const days = { from: later(booking.start_date, kathmanduDate(app.now())), to: booking.end_date }
  if (day < days.from || day > days.to) return failAt('date', formatNotGuestDay(days))
  const problem = findPersonProblem(name)
  if (problem) return failAt('name', getNameMessage(problem))
  const guests = await readGuests(db, booking)
  const max = getMaxGuestsOfDay(booking.seats)
  if (guests.filter((guest) => guest.day === day).length >= max) return failAt('date', formatMaxGuests(max))
  if (!hasGuestDayLeft(await readBalance(db, booking, guests), day))
    return failAt('date', formatNoGuestDayLeft(day, booking.period))
  const id = crypto.randomUUID()
  const claim = { kind: 'guest', subjectId: id, locationId: booking.location_id, from: day, to: day, seats: 1 } as const
  if (!(await addClaim(app, db, claim))) return fail('sold_out', { message: formatGuestSoldOut(day) })
  // After the claim, so that a day that is being closed lists it: see docs/rules.md#closed-days.
  const reason = await readClosedReason(db, booking.location_id, day)
  if (reason !== undefined) return failAt('date', formatClosedDay(day, reason))
  await db
    .insertInto('guests')
    .values({
      id,
      booking_id: booking.id,
      day,
      name: toSingleLine(name),
      announced_by: staffId,
      created_at: instant(app.now()),
    })
    .execute()
  await recordEvent(db, 'booking_update', booking.id, app.now())
  return succeed({ action: 'guest_announced', after: { day } })
}

/** Cancels a guest of a locked booking, until the day is over. */
export async function removeGuest(
  app: App,
  db: Queries,
  booking: Booking,
  guestId: string,
): Promise<Outcome<BookingAuditEntry>> {
  const guest = (await readGuests(db, booking)).find(({ id }) => id === guestId)
  if (!guest) return fail('not_found')
  if (guest.day < kathmanduDate(app.now())) return fail('wrong_state', { message: GUEST_MESSAGES.over })
  await deleteGuests(app, db, [guest])
  await recordEvent(db, 'booking_update', booking.id, app.now())
  return succeed({ action: 'guest_cancelled', before: { day: guest.day } })
}

/** Cancels the guests of a locked booking from today on, except on days that it retains. The days are locked. */
export const releaseGuests = async (app: App, db: Queries, booking: Booking, retained?: DateRange): Promise<void> =>
  deleteGuests(app, db, await readCancelledGuests(app, db, booking, retained))

/** The guests whom `releaseGuests` cancels. */
export async function readCancelledGuests(
  app: App,
  db: Queries,
  booking: Booking,
  retained: DateRange | undefined,
): Promise<Guest[]> {
  const today = kathmanduDate(app.now())
  const kept = retained ? { guestDays: retained } : {}
  return (await readGuests(db, booking)).filter(({ day }) => isGuestCancelled(day, today, kept))
}

async function deleteGuests(app: App, db: Queries, guests: readonly Guest[]): Promise<void> {
  for (const { id } of guests) await db.deleteFrom('guests').where('id', '=', id).execute()
  await removeClaims(
    app,
    db,
    guests.map(({ id }) => ({ kind: 'guest', subjectId: id })),
  )
}

/** In the order of their days. */
const readGuests = (db: Queries, { id }: Pick<Booking, 'id'>): Promise<Guest[]> =>
  db.selectFrom('guests').selectAll().where('booking_id', '=', id).orderBy('day').orderBy('created_at').execute()

/** The names of the guests of a day by booking. */
export async function readGuestsOfDay(
  db: Queries,
  bookingIds: readonly string[],
  day: IsoDate,
): Promise<Map<string, string[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('guests')
    .select(['booking_id', 'name'])
    .where('booking_id', 'in', bookingIds)
    .where('day', '=', day)
    .orderBy('created_at')
    .execute()
  const byBooking = Map.groupBy(rows, ({ booking_id }) => booking_id)
  return new Map([...byBooking].map(([id, guests]) => [id, guests.map(({ name }) => name)]))
}

/** Undefined for a day pass, and where a plan includes no guests and none were bought. */
export async function readGuestsView(app: App, db: Queries, booking: Booking): Promise<BookingView['guests']> {
  if (isDayPass(booking.plan_id)) return undefined
  const guests = await readGuests(db, booking)
  const balance = await readBalance(db, booking, guests)
  const hasNone = balance.included.every((month) => month.guests === 0) && getBoughtPasses(booking) === 0
  if (hasNone && guests.length === 0) return undefined
  const today = kathmanduDate(app.now())
  const canAdd =
    isCustomerActionAllowed('guests', booking.state) && booking.end_date >= today && hasAnyGuestDayLeft(balance, today)
  return {
    list: guests.map(({ id, day, name }) => ({ guestId: id, date: day, name, canCancel: day >= today })),
    included: balance.included,
    bought: balance.bought,
    canAdd,
  }
}

/** A guest of a day that was closed later uses no guest day. */
async function readBalance(db: Queries, booking: Booking, guests: readonly Guest[]) {
  const closures = await readClosuresOfLocation(db, booking.location_id, booking.start_date)
  const isOpen = ({ day }: Guest) => findClosedReason({ closures }, day) === undefined
  return calculateGuestBalance({
    period: booking.period,
    startDate: booking.start_date,
    endDate: booking.end_date,
    seats: booking.seats,
    includedGuestDays: getCatalogue().plans.find(({ id }) => id === booking.plan_id)?.includedGuestDays ?? 0,
    bought: getBoughtPasses(booking),
    days: guests.filter(isOpen).map(({ day }) => day),
  })
}

const getBoughtPasses = (booking: Booking): number =>
  parseLines(booking).find(({ id }) => id === 'guest-passes')?.quantity ?? 0

const failAt = (field: string, message: string) => fail('invalid', { fields: { [field]: message } })

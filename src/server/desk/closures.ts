import { getClosureMessages } from '#contract/admin/closure-messages.ts'
import type { ClosureList, markClosureBooking, saveClosures } from '#contract/admin/closures.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { endRemovedEntries, type LocationDays, listNewlyClosedDays, readClosureEntries } from '#domain/closure-list.ts'
import type { App, Result } from '../app.ts'
import { recordBookingAuditEntry } from '../bookings/booking.ts'
import { lockDays } from '../bookings/seats.ts'
import { getHolidaySamples } from '../catalogue.ts'
import { readListedClosures } from '../closures/current.ts'
import {
  insertClosureRevision,
  readClosureVersion,
  readVersionedClosures,
  type VersionedClosures,
} from '../closures/revisions.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import { recordEvent, writeAndNotify } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { endOffersOnClosedDays, lockOfferedEntries } from '../waiting/closed-offers.ts'
import {
  type ClosureCase,
  countHandledCases,
  hashAffected,
  listAffectedBookings,
  listCases,
  listContinuedCases,
  readBookingsOnDays,
  readOpenCases,
  readRoomsOutsideHours,
  readToursOutsideHours,
  toAffectedTour,
} from './affected-bookings.ts'
import { countBookingsOutsideHours } from './bookings-outside-hours.ts'

const PAST_DAYS = 365

export async function readList(app: App): Promise<Outcome<ClosureList>> {
  const today = kathmanduDate(app.now())
  return succeed(await toClosureList(app, app.db.read, await readVersionedClosures(app.db.read, today), today))
}

/** Replaces the list. Newly closed days are locked before their bookings are read: see docs/rules.md#closed-days. */
export function save(
  app: App,
  staff: Staff,
  { version, closures, affected }: Input<typeof saveClosures>,
): Promise<Outcome<ClosureList>> {
  return writeAndNotify(app, async (db) => {
    const today = kathmanduDate(app.now())
    const current = await readVersionedClosures(db, today)
    if (version !== current.version)
      return fail('changed_meanwhile', { current: await toClosureList(app, db, current, today) })
    const { entries, problems } = readClosureEntries(closures, current.closures, today)
    if (Object.keys(problems).length > 0) return fail('invalid', { fields: getClosureMessages(problems) })
    const list = [
      ...entries.map(({ id = crypto.randomUUID(), ...entry }): ListedClosure => ({ id, ...entry })),
      ...endRemovedEntries(current.closures, entries, today),
    ]
    const closed = listNewlyClosedDays(current.closures, list, today)
    const offered = await lockOfferedEntries(db, closed)
    await lockClosedDays(db, closed)
    const bookings = await readBookingsOnDays(db, closed)
    const tours = await readToursOutsideHours(app, db, current.closures, list, today)
    const affectedRooms = await readRoomsOutsideHours(app, db, current.closures, list, today)
    const cases = listCases(bookings, list, closed)
    const key = hashAffected(bookings, tours, affectedRooms)
    if (bookings.length + tours.length + affectedRooms.length > 0 && affected !== key)
      return fail('has_bookings', {
        current: {
          affected: await listAffectedBookings(db, cases),
          affectedTours: tours.map(toAffectedTour),
          affectedRooms,
          key,
        },
      })
    const open = await readOpenCases(db, today)
    await insertClosureRevision(app, db, staff, current, list)
    await endOffersOnClosedDays(app, db, closed, offered)
    await insertCases(app, db, [...cases, ...listContinuedCases(open, current.closures, list)])
    return succeed(await toClosureList(app, db, await readVersionedClosures(db, today), today))
  })
}

/** A case that was dealt with is open again when its closure closes more days of the booking. */
async function insertCases(app: App, db: Queries, cases: readonly ClosureCase[]): Promise<void> {
  if (cases.length === 0) return
  const created_at = instant(app.now())
  const rows = cases.map(({ booking, closure }) => ({ closure_id: closure.id, booking_id: booking.id, created_at }))
  await db
    .insertInto('closure_bookings')
    // PostgreSQL does not update a row twice in one statement.
    .values([...new Map(rows.map((row) => [`${row.closure_id} ${row.booking_id}`, row])).values()])
    .onConflict((conflict) =>
      conflict.columns(['closure_id', 'booking_id']).doUpdateSet({ created_at, handled_at: null, handled_by: null }),
    )
    .execute()
}

async function lockClosedDays(db: Queries, closed: readonly LocationDays[]): Promise<void> {
  const claims = closed.flatMap(({ locationId, days }) =>
    days.map((day) => ({ locationId, from: day, to: day, seats: 0 })),
  )
  if (claims.length > 0) await lockDays(db, claims)
}

async function toClosureList(
  app: App,
  db: Queries,
  { version, closures }: VersionedClosures,
  today: IsoDate,
): Promise<ClosureList> {
  const cases = await readOpenCases(db, today)
  const tours = await readToursOutsideHours(app, db, null, closures, today)
  return {
    version,
    closures,
    past: (await readListedClosures(db, addDays(today, -PAST_DAYS))).filter(({ to }) => to < today),
    samples: listNewSamples(closures, today),
    affected: await listAffectedBookings(db, cases),
    handled: await countHandledCases(db, cases),
    affectedTours: tours.map(toAffectedTour),
    affectedRooms: await readRoomsOutsideHours(app, db, null, closures, today),
    outsideHours: await countBookingsOutsideHours(app, db, closures, today),
  }
}

const listNewSamples = (closures: readonly ListedClosure[], today: IsoDate): ClosureList['samples'] =>
  getHolidaySamples().filter(
    ({ from, to }) =>
      from >= today && !closures.some((entry) => entry.locationId === null && entry.from <= to && from <= entry.to),
  )

/** Marks that staff have dealt with a booking on closed days, or not yet. A repeated request changes nothing. */
export function markHandled(
  app: App,
  staff: Staff,
  bookingId: string,
  { closureId, handled }: Input<typeof markClosureBooking>,
): Result<typeof markClosureBooking> {
  return writeAndNotify(app, async (db) => {
    const booking = await lockBooking(db, bookingId)
    const known = await db
      .selectFrom('closure_bookings')
      .select('handled_at')
      .where('closure_id', '=', closureId)
      .where('booking_id', '=', bookingId)
      .executeTakeFirst()
    if (!booking || !known) return fail('not_found')
    if (handled === (known.handled_at !== null)) return succeed({ handledAt: known.handled_at })
    const handledAt = handled ? instant(app.now()) : null
    await db
      .updateTable('closure_bookings')
      .set({ handled_at: handledAt, handled_by: handled ? staff.id : null })
      .where('closure_id', '=', closureId)
      .where('booking_id', '=', bookingId)
      .execute()
    await recordBookingAuditEntry(app, db, staff, booking, {
      action: handled ? 'closure_handled' : 'closure_reopened',
    })
    await recordEvent(db, 'closures_update', String(await readClosureVersion(db)), app.now())
    return succeed({ handledAt })
  })
}

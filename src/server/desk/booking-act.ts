import type { BookingDetail } from '#contract/admin/booking.ts'
import { fail, type Outcome } from '#contract/failure.ts'
import { type BookingAct, canAct } from '#domain/booking.ts'
import { worksAt } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { holdBooking } from '../db/holding.ts'
import { answeredBefore, type Keyed } from '../db/keyed.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { recordEvent } from '../events/events.ts'
import type { Staff } from '../staff/sessions.ts'
import { readDetail } from './booking-detail.ts'

/**
 * What stands before an act: the version that was on the screen, and the act that its state must allow. One that adds to
 * what is there and changes neither has the key of its press: done once, it stays done, whatever stands in its way by now.
 */
interface Asked {
  version?: number
  act?: BookingAct
  press?: Keyed
}

/**
 * Somebody of the staff does something to a booking of theirs, in one writing. Where it was changed since they saw it
 * nothing is done, and they are told how it is now. Gives it as it then is.
 */
export async function actOn(
  app: App,
  staff: Staff,
  id: string,
  { version, act, press }: Asked,
  work: (db: Queries, booking: BookingTable) => Promise<Outcome<unknown>>,
): Promise<Outcome<BookingDetail>> {
  const outcome = await app.db.write<unknown>(async (db) => {
    const booking = await heldBooking(db, staff, id)
    if (!booking) return fail('not_found')
    const answered = press && (await answeredBefore(db, press))
    if (answered) return answered
    if (version !== undefined && version !== booking.version) return fail('changed_meanwhile')
    return act && !canAct(act, booking.state) ? fail('wrong_state') : work(db, booking)
  })
  if (outcome.ok) {
    app.bell.ring()
    return readDetail(app, staff, id)
  }
  if (outcome.failure.code !== 'changed_meanwhile') return outcome
  const current = await readDetail(app, staff, id)
  return current.ok ? fail('changed_meanwhile', { current: current.value }) : current
}

async function heldBooking(db: Queries, { workplaces }: Staff, id: string): Promise<BookingTable | undefined> {
  const booking = await holdBooking(db, id)
  return booking && worksAt(workplaces, booking.location_id) ? booking : undefined
}

/** Writes fields of a booking that nobody has written since it was read. */
export async function changeBooking(
  app: App,
  db: Queries,
  booking: BookingTable,
  fields: Partial<BookingTable>,
): Promise<BookingTable> {
  const changed = await db
    .updateTable('bookings')
    .set({ ...fields, version: booking.version + 1, updated_at: instant(app.now()) })
    .where('id', '=', booking.id)
    .where('version', '=', booking.version)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new Conflict()
  await recordEvent(db, 'booking_update', booking.id, app.now())
  return changed
}

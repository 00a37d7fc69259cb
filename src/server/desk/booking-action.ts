import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { fail, type Outcome } from '#contract/failure.ts'
import { type BookingAction, isActionAllowed } from '#domain/booking.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest } from '../db/idempotency.ts'
import { lockBooking } from '../db/row-locks.ts'
import { type BookingTable, instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import type { Staff } from '../staff/sessions.ts'
import { loadBookingDetail } from './booking-detail.ts'

/**
 * What stands before an act: the version that was on the screen, and the act that its state must allow. One that adds to
 * what is there and changes neither has the key of its press: done once, it stays done, whatever stands in its way by now.
 */
interface ActionConditions {
  version?: number
  action?: BookingAction
  request?: IdempotentRequest
}

/**
 * Somebody of the staff does something to a booking of theirs, in one writing. Where it was changed since they saw it
 * nothing is done, and they are told how it is now. Gives it as it then is.
 */
export async function runBookingAction(
  app: App,
  staff: Staff,
  id: string,
  { version, action, request }: ActionConditions,
  work: (db: Queries, booking: BookingTable) => Promise<Outcome<unknown>>,
): Promise<Outcome<BookingDetail>> {
  const outcome = await app.db.write<unknown>(async (db) => {
    const booking = await lockBookingForStaff(db, staff, id)
    if (!booking) return fail('not_found')
    const answered = request && (await claimIdempotencyKey(db, request))
    if (answered) return answered
    if (version !== undefined && version !== booking.version) return fail('changed_meanwhile')
    return action && !isActionAllowed(action, booking.state) ? fail('wrong_state') : work(db, booking)
  })
  if (outcome.ok) {
    app.notifier.notify()
    return loadBookingDetail(app, staff, id)
  }
  if (outcome.failure.code !== 'changed_meanwhile') return outcome
  const current = await loadBookingDetail(app, staff, id)
  return current.ok ? fail('changed_meanwhile', { current: current.value }) : current
}

async function lockBookingForStaff(db: Queries, { workplaces }: Staff, id: string): Promise<BookingTable | undefined> {
  const booking = await lockBooking(db, id)
  return booking && isAssignedTo(workplaces, booking.location_id) ? booking : undefined
}

/** Writes fields of a booking that nobody has written since it was read. */
export async function updateBooking(
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

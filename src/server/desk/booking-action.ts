import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { type BookingAction, isActionAllowed } from '#domain/booking.ts'
import { isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { type BookingAuditEntry, recordBookingAuditEntry } from '../bookings/booking.ts'
import type { Queries } from '../db/database.ts'
import { claimIdempotencyKey, type IdempotentRequest } from '../db/idempotency.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { Booking } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { loadBookingDetail } from './booking-detail.ts'

/** The version shown, the state it needs, and the key of an action that only adds. */
interface ActionConditions {
  version?: number
  action?: BookingAction
  request?: IdempotentRequest
}

/** Runs an action and records its audit entry, if any, in one transaction. Returns the booking; also with a conflict. */
export async function runBookingAction(
  app: App,
  staff: Staff,
  id: string,
  { version, action, request }: ActionConditions,
  work: (db: Queries, booking: Booking) => Promise<Outcome<BookingAuditEntry | undefined>>,
): Promise<Outcome<BookingDetail>> {
  const outcome = await app.db.write<unknown>(async (db) => {
    const booking = await lockBooking(db, id)
    if (!booking || !isAssignedTo(staff.workplaces, booking.location_id)) return fail('not_found')
    const repeated = request && (await claimIdempotencyKey(db, request))
    if (repeated) return repeated
    if (version !== undefined && version !== booking.version) return fail('changed_meanwhile')
    if (action && !isActionAllowed(action, booking.state)) return fail('wrong_state')
    const entry = await work(db, booking)
    if (!entry.ok) return entry
    if (entry.value) await recordBookingAuditEntry(app, db, staff, booking, entry.value)
    return succeed(undefined)
  })
  if (outcome.ok) {
    app.notifier.notify()
    return loadBookingDetail(app, staff, id)
  }
  if (outcome.failure.code !== 'changed_meanwhile') return outcome
  const current = await loadBookingDetail(app, staff, id)
  return current.ok ? fail('changed_meanwhile', { current: current.value }) : current
}

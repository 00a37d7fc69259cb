import { type BookingState, canTransition, holdsSeats, isOpenBooking } from '#domain/booking.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import { Conflict } from '../db/database.ts'
import { type Instant, instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { endMembership, startMembership } from '../memberships/lifecycle.ts'
import { releaseRenewal } from '../memberships/renewals.ts'
import { releaseRooms } from '../rooms/reservations.ts'
import { computeFreeCancellationEnd } from './cancellation-terms.ts'
import { removeClaims, toSeatClaim } from './claims.ts'
import { buildConfirmation } from './confirmation.ts'
import { releaseGuests } from './guests.ts'
import { expireOpenChange } from './open-change.ts'
import { expirePurchase } from './room-hours.ts'
import { lockDays, removeUnpaidSeats } from './seats.ts'

/**
 * Changes the state by compare-and-swap and returns false if another change came first. Throws on an invalid transition.
 * `by` is a staff id, `CUSTOMER`, or null for the system.
 */
export async function transitionBooking(
  app: App,
  db: Queries,
  booking: Booking,
  to: BookingState,
  expiresAt: Instant | null = null,
  by: string | null = null,
): Promise<boolean> {
  const now = app.now()
  if (!canTransition(booking.state, to)) throw new Error(`a booking cannot go from ${booking.state} to ${to}`)
  // Fixed here, so that a later closure does not change it.
  const free_until =
    to === 'confirmed' && booking.free_until === null
      ? await computeFreeCancellationEnd(app, db, booking)
      : booking.free_until
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set((row) => ({
      state: to,
      expires_at: expiresAt,
      free_until,
      ...(to === 'cancelled' && by === CUSTOMER && { cancelled_by_customer: 1 }),
      ...(to === 'cancelled' && by !== CUSTOMER && { cancelled_by: by ?? booking.cancelled_by }),
      ...(to === 'confirmed' && { cancelled_by: null, cancelled_by_customer: 0 }),
      transfer_unpaid: 0,
      ...(!isOpenBooking(to) && { network: null, email_token: null }),
      version: row('version', '+', 1),
      updated_at: instant(now),
    }))
    .where('id', '=', booking.id)
    .where('state', '=', booking.state)
    // The version ensures that the seats of these dates are released.
    .where('version', '=', booking.version)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) return false
  await db
    .insertInto('booking_states')
    .values({ id: crypto.randomUUID(), booking_id: booking.id, state: to, created_at: instant(now) })
    .execute()
  const claim = toSeatClaim(booking)
  const isReleased = holdsSeats(booking.state) && !holdsSeats(to)
  const heldForChange = booking.state === 'confirmed' ? await expireOpenChange(app, db, booking) : []
  if (booking.transfer_unpaid || isReleased) await lockDays(db, [claim, ...heldForChange])
  if (booking.transfer_unpaid) await removeUnpaidSeats(db, claim)
  if (isReleased) {
    await removeClaims(app, db, [claim, ...heldForChange])
    await releaseGuests(app, db, booking)
    await releaseRooms(app, db, booking, kathmanduDate(now))
    await releaseRenewal(db, booking)
  }
  if (booking.state === 'confirmed') await expirePurchase(app, db, booking)
  if (booking.state === 'confirmed') await endMembership(db, booking, by, now)
  if (to === 'confirmed') {
    await startMembership(db, booking, by, now)
    await queueEmail(db, await buildConfirmation(app, db, { ...booking, free_until }), now)
  }
  await recordEvent(db, 'booking_update', booking.id, now)
  return true
}

export function assertUpdated(done: boolean): void {
  if (!done) throw new Conflict()
}

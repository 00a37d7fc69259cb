import { type BookingState, canTransition, holdsSeats, isOpenBooking } from '#domain/booking.ts'
import type { Queries } from '../db/database.ts'
import { Conflict } from '../db/database.ts'
import { type BookingTable, type Instant, instant } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { endMembership, startMembership } from '../memberships/lifecycle.ts'
import { bookingConfirmedEmail } from './emails.ts'
import { releaseSeats, removeUnpaidSeats, toSeatClaim } from './seats.ts'

/**
 * Moves a booking to another state, compare-and-swap: false when somebody else was faster. Seats follow the state; a
 * move back into a state that holds seats needs them claimed first. A confirmed booking makes its membership and its
 * mail here and nowhere else, so that each is made once by whatever way the confirmation came. `by` is who of the staff
 * does it, null the product or a customer: who cancels it stays with it until it is confirmed again. Throws on a move that
 * is not listed.
 */
export async function transitionBooking(
  db: Queries,
  booking: BookingTable,
  to: BookingState,
  now: number,
  expiresAt: Instant | null = null,
  by: string | null = null,
): Promise<boolean> {
  if (!canTransition(booking.state, to)) throw new Error(`a booking cannot go from ${booking.state} to ${to}`)
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set((row) => ({
      state: to,
      expires_at: expiresAt,
      ...(to === 'cancelled' && { cancelled_by: by ?? booking.cancelled_by }),
      ...(to === 'confirmed' && { cancelled_by: null }),
      transfer_unpaid: 0,
      ...(!isOpenBooking(to) && { network: null, email_token: null }),
      version: row('version', '+', 1),
      updated_at: instant(now),
    }))
    .where('id', '=', booking.id)
    .where('state', '=', booking.state)
    // Its dates are those that were read: the seats of no others are given back.
    .where('version', '=', booking.version)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) return false
  await db
    .insertInto('booking_states')
    .values({ id: crypto.randomUUID(), booking_id: booking.id, state: to, created_at: instant(now) })
    .execute()
  if (booking.transfer_unpaid) await removeUnpaidSeats(db, toSeatClaim(booking))
  if (holdsSeats(booking.state) && !holdsSeats(to)) await releaseSeats(db, toSeatClaim(booking))
  if (booking.state === 'confirmed') await endMembership(db, booking, by, now)
  if (to === 'confirmed') {
    await startMembership(db, booking, by, now)
    await queueEmail(db, bookingConfirmedEmail(booking), now)
  }
  await recordEvent(db, 'booking_update', booking.id, now)
  return true
}

export function assertUpdated(done: boolean): void {
  if (!done) throw new Conflict()
}

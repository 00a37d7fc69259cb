import { type ChangeState, canTransitionChange } from '#domain/booking-change.ts'
import { subtractRange } from '#domain/date-range.ts'
import type { App } from '../app.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, BookingChange } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { removeClaims, type SeatClaim, toSeatClaim } from './claims.ts'
import { lockDays } from './seats.ts'

/** The move of a booking that waits for its payment. */
export const findOpenChange = (db: Queries, { id }: Pick<Booking, 'id'>): Promise<BookingChange | undefined> =>
  db
    .selectFrom('booking_changes')
    .selectAll()
    .where('booking_id', '=', id)
    .where('kind', '=', 'move')
    .where('state', '=', 'open')
    .executeTakeFirst()

/** The seats that an open move holds: those of the new days that the booking does not cover. */
export const listHeldSeats = (booking: Booking, change: BookingChange): SeatClaim[] =>
  subtractRange(
    { from: change.start_date, to: change.end_date },
    { from: change.from_start_date, to: change.from_end_date },
  ).map((range) => ({ ...toSeatClaim(booking), ...range, subjectId: change.id }))

/** Ends a change whose booking is locked. */
export async function closeChange(app: App, db: Queries, { id, state }: BookingChange, to: ChangeState): Promise<void> {
  if (!canTransitionChange(state, to)) throw new Error(`a change cannot go from ${state} to ${to}`)
  await db
    .updateTable('booking_changes')
    .set({ state: to, updated_at: instant(app.now()) })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Conflict())
}

/** Expires the open move of a locked booking, if any. Returns the seats that it held, which the caller releases. */
export async function expireOpenChange(app: App, db: Queries, booking: Booking): Promise<SeatClaim[]> {
  const change = await findOpenChange(db, booking)
  if (!change) return []
  await closeChange(app, db, change, 'expired')
  return listHeldSeats(booking, change)
}

/** Expires the open move of a locked booking and releases the seats that it held. */
export async function releaseOpenChange(app: App, db: Queries, booking: Booking): Promise<void> {
  const held = await expireOpenChange(app, db, booking)
  if (held.length > 0) await lockDays(db, held)
  await removeClaims(app, db, held)
  await recordEvent(db, 'booking_update', booking.id, app.now())
}

/** Whether new dates were held for the booking and not paid: it has no second change. */
export async function hasUnpaidChange(db: Queries, { id }: Pick<Booking, 'id'>): Promise<boolean> {
  const change = await db
    .selectFrom('booking_changes')
    .select('id')
    .where('booking_id', '=', id)
    .where('kind', '=', 'move')
    .where('state', '<>', 'applied')
    .executeTakeFirst()
  return change !== undefined
}

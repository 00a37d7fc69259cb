import type { placeBooking } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockWaitingEntry } from '../db/row-locks.ts'
import type { Booking, SeatOffer } from '../db/schema.ts'
import { deriveOfferToken, matchesSecret } from '../secrets.ts'
import { replaceClaims, toSeatClaim } from './claims.ts'
import { lockDays, type SeatDays } from './seats.ts'

/**
 * Takes the seat that an offer holds for these days, if there is one. An offer that has ended or is for another seat is
 * ignored: the booking then needs a free seat. The caller rolls back if the booking fails.
 */
export async function takeOffer(
  app: App,
  db: Queries,
  offer: Input<typeof placeBooking>['offer'],
  { locationId, from, to, seats }: SeatDays,
): Promise<SeatOffer | undefined> {
  if (!offer || !matchesSecret(offer.token, deriveOfferToken(app.bookingKey, offer.id))) return undefined
  const found = await db.selectFrom('seat_offers').selectAll().where('id', '=', offer.id).executeTakeFirst()
  if (found?.location_id !== locationId || found.day !== from || from !== to || seats !== 1) return undefined
  await lockWaitingEntry(db, found.entry_id)
  return db
    .updateTable('seat_offers')
    .set({ state: 'taken' })
    .where('id', '=', offer.id)
    .where('state', '=', 'open')
    .where('expires_at', '>', instant(app.now()))
    .returningAll()
    .executeTakeFirst()
}

/** The offer whose seat one of these bookings took over, if the next booking is for the same seat. */
export async function findOfferOfBookings(
  db: Queries,
  bookingIds: readonly string[],
  { locationId, from, to, seats }: SeatDays,
): Promise<SeatOffer | undefined> {
  if (from !== to || seats !== 1) return undefined
  return db
    .selectFrom('seat_offers')
    .selectAll()
    .where('booking_id', 'in', bookingIds)
    .where('location_id', '=', locationId)
    .where('day', '=', from)
    .executeTakeFirst()
}

/** Moves the seat of a taken offer to its booking. */
export async function moveOfferedSeat(app: App, db: Queries, offer: SeatOffer, booking: Booking): Promise<boolean> {
  await db.updateTable('seat_offers').set({ booking_id: booking.id }).where('id', '=', offer.id).execute()
  await db
    .updateTable('waiting_entries')
    .set({ state: 'booked', changed_at: instant(app.now()) })
    .where('id', '=', offer.entry_id)
    .execute()
  const claim = toSeatClaim(booking)
  // The claim takes no new seat, and the caller checks the closures and the room hours of the day next.
  await lockDays(db, [claim])
  return replaceClaims(app, db, [{ kind: 'offer', subjectId: offer.id }], claim)
}

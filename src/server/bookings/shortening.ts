import { addDays, kathmanduDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { endMembership } from '../memberships/lifecycle.ts'
import { releaseRooms } from '../rooms/reservations.ts'
import { replaceClaims, toSeatClaim } from './claims.ts'
import { computeClosingTime } from './closing-time.ts'
import { releaseGuests } from './guests.ts'
import { expirePurchase } from './room-hours.ts'
import { lockDays } from './seats.ts'
import { assertUpdated } from './transitions.ts'
import { updateBooking } from './updates.ts'

/** Ends a confirmed booking today, and its membership. Its later days are released. */
export async function endBookingToday(app: App, db: Queries, booking: Booking): Promise<Booking> {
  const today = kathmanduDate(app.now())
  const shortened = await updateBooking(app, db, booking, {
    end_date: today,
    original_end_date: booking.end_date,
    closes_at: computeClosingTime(await readLocations(app, db), booking.location_id, today),
  })
  await lockDays(db, [{ ...toSeatClaim(booking), from: addDays(today, 1) }])
  assertUpdated(await replaceClaims(app, db, [toSeatClaim(booking)], toSeatClaim(shortened)))
  await releaseGuests(app, db, booking, { from: today, to: today })
  await releaseRooms(app, db, booking, addDays(today, 1))
  await expirePurchase(app, db, booking)
  await endMembership(db, shortened, CUSTOMER, app.now())
  return shortened
}

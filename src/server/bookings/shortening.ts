import { addDays, kathmanduDate } from '#domain/calendar.ts'
import type { App } from '../app.ts'
import { CUSTOMER } from '../audit/entries.ts'
import { readLocations } from '../closures/current.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { endMembership } from '../memberships/lifecycle.ts'
import { computeClosingTime } from './closing-time.ts'
import { lockDays, releaseSeats, toSeatClaim } from './seats.ts'
import { updateBooking } from './updates.ts'

/** Ends a confirmed booking today, and its membership. Its later days are released. */
export async function endBookingToday(app: App, db: Queries, booking: Booking): Promise<Booking> {
  const today = kathmanduDate(app.now())
  const shortened = await updateBooking(app, db, booking, {
    end_date: today,
    original_end_date: booking.end_date,
    closes_at: computeClosingTime(await readLocations(app, db), booking.location_id, today),
  })
  const released = { ...toSeatClaim(booking), from: addDays(today, 1) }
  await lockDays(db, [released])
  await releaseSeats(db, released)
  await endMembership(db, shortened, CUSTOMER, app.now())
  return shortened
}

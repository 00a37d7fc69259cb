import { succeed } from '#contract/failure.ts'
import { isOpen } from '#domain/booking.ts'
import { ASKED_METHODS, UNPAID_STATES } from '#domain/payment.ts'
import type { App } from './app.ts'
import type { Queries } from './db/database.ts'
import { type BookingTable, instant } from './db/schema.ts'
import { askGateway } from './payments.ts'
import { moveBooking } from './transitions.ts'

const BATCH = 200

/**
 * Ends holds and announced transfers whose time is over and frees their seats. A gateway is asked first, so that a
 * payment that was made and never heard of is not swept away.
 */
export async function expireBookings(app: App): Promise<void> {
  const due = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('state', 'in', ['held', 'pending_verification'])
    .where('expires_at', '<=', instant(app.now()))
    .orderBy('expires_at')
    .limit(BATCH)
    .execute()
  for (const booking of due) {
    try {
      await askGateways(app, booking)
      await expire(app, booking.id)
    } catch (error) {
      // It is due again at the next sweep; the others are not to wait for it.
      app.log.bug(error, { booking: booking.id })
    }
  }
}

async function askGateways(app: App, booking: BookingTable): Promise<void> {
  const open = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('state', 'in', UNPAID_STATES)
    .where('method', 'in', ASKED_METHODS)
    .execute()
  for (const payment of open) await askGateway(app, payment)
}

async function expire(app: App, id: string): Promise<void> {
  const now = app.now()
  const outcome = await app.db.write(async (db) => {
    const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const due = isOpen(booking.state) && booking.expires_at !== null && booking.expires_at <= instant(now)
    return succeed(
      due && (await moveBooking(db, booking, (await hasMoneyThatDiffers(db, id)) ? 'needs_decision' : 'expired', now)),
    )
  })
  if (outcome.ok && outcome.value) app.bell.ring()
}

async function hasMoneyThatDiffers(db: Queries, bookingId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'mismatch')
    .executeTakeFirst()
  return payment !== undefined
}

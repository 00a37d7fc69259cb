import { isOpenBooking, MAX_HOLD_MS } from '#domain/booking.ts'
import { UNPAID_STATES } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { buildBookingLink } from '../bookings/access.ts'
import { getClosingTime } from '../bookings/closing-time.ts'
import { holdExpiredEmail } from '../bookings/payment-emails.ts'
import { transitionBooking } from '../bookings/transitions.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { lookupPayment } from './attempts.ts'
import { isQueryablePayment } from './queryable.ts'
import { lookupQueue } from './reconciliation.ts'
import { holdSeatsUntil } from './updates.ts'

const BATCH_SIZE = 200
/** How long seats are held before the gateway is queried again. */
const RECHECK_MS = 5 * 60_000

/** Expires bookings after a last lookup. An open payment holds the seats up to a day, never past closing time. */
export async function expireBookings(app: App): Promise<void> {
  const due = await app.db.read
    .selectFrom('bookings')
    .selectAll()
    .where('state', 'in', ['held', 'pending_verification'])
    .where('expires_at', '<=', instant(app.now()))
    .orderBy('expires_at')
    .limit(BATCH_SIZE)
    .execute()
  await lookupQueue.addAll(
    due.map((booking) => async () => {
      try {
        await expireBooking(app, booking.id, await lookupOpenPayments(app, booking))
      } catch (error) {
        // Retried at the next run.
        app.log.bug(error, { booking: booking.id })
      }
    }),
  )
}

/** Payments that the gateway reports as possibly in progress. */
async function lookupOpenPayments(app: App, booking: Booking): Promise<Payment[]> {
  const unpaid = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('state', 'in', UNPAID_STATES)
    .where(isQueryablePayment)
    .execute()
  const open: Payment[] = []
  for (const payment of unpaid) {
    const report = await lookupPayment(app, payment)
    if (report?.kind === 'pending' && !report.idle) open.push(payment)
  }
  return open
}

async function expireBooking(app: App, id: string, open: readonly Payment[]): Promise<void> {
  const now = app.now()
  const changed = await runTransaction(app.db, async (db) => {
    const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (!isOpenBooking(booking.state) || booking.expires_at === null || booking.expires_at > instant(now)) return false
    const latestEnd = Math.min(Date.parse(booking.created_at) + MAX_HOLD_MS, getClosingTime(app, booking))
    if (open.length > 0 && latestEnd > now)
      return holdForOpenPayments(db, booking, open, Math.min(now + RECHECK_MS, latestEnd), now)
    const mismatch = await db
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', id)
      .where('state', '=', 'mismatch')
      .executeTakeFirst()
    const to = mismatch ? 'needs_decision' : 'expired'
    const done = await transitionBooking(app, db, booking, to)
    if (done && to === 'expired' && booking.state === 'pending_verification')
      await queueEmail(db, holdExpiredEmail(booking, buildBookingLink(app, booking)), now)
    return done
  })
  if (changed) app.notifier.notify()
}

/** Returns whether a payment is newly marked as open for staff. */
async function holdForOpenPayments(
  db: Queries,
  booking: Booking,
  open: readonly Payment[],
  until: number,
  now: number,
): Promise<boolean> {
  await holdSeatsUntil(db, booking, until)
  const ids = open.map(({ id }) => id)
  const marked = await db
    .updateTable('payments')
    .set({ held_since: instant(now) })
    .where('held_since', 'is', null)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  if (marked.length === 0) return false
  await recordEvent(db, 'booking_update', booking.id, now)
  return true
}

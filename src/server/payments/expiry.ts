import { succeed } from '#contract/failure.ts'
import { isOpenBooking, MAX_HOLD_MS } from '#domain/booking.ts'
import { QUERYABLE_METHODS, UNPAID_STATES } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { getClosingTime } from '../bookings/closing-time.ts'
import { holdExpiredEmail } from '../bookings/emails.ts'
import { transitionBooking } from '../bookings/transitions.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { lookupPayment } from './attempts.ts'
import { lookupQueue } from './lookup-queue.ts'

const BATCH_SIZE = 200
/** A place that is kept for a gateway's last word is kept so long, then the gateway is asked again. */
const RECHECK_MS = 5 * 60_000

/**
 * Ends holds and announced transfers whose time is over and frees their seats. A gateway is asked first, so that a
 * payment that was made and never heard of is not swept away; while it leaves open whether money is on its way, the
 * place is kept, for a day at most and never beyond the closing time of the last covered day.
 */
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
        // It is due again at the next sweep; the others are not to wait for it.
        app.log.bug(error, { booking: booking.id })
      }
    }),
  )
}

/** Asks about what may yet be paid, and gives the payments whose gateway does not say that nothing is on its way. */
async function lookupOpenPayments(app: App, booking: BookingTable): Promise<PaymentTable[]> {
  const unpaid = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('state', 'in', UNPAID_STATES)
    .where('method', 'in', QUERYABLE_METHODS)
    .execute()
  const open: PaymentTable[] = []
  for (const payment of unpaid) {
    const report = await lookupPayment(app, payment)
    if (report?.kind === 'pending' && !report.idle) open.push(payment)
  }
  return open
}

async function expireBooking(app: App, id: string, open: readonly PaymentTable[]): Promise<void> {
  const now = app.now()
  const outcome = await app.db.write(async (db) => {
    const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (!isOpenBooking(booking.state) || booking.expires_at === null || booking.expires_at > instant(now))
      return succeed(false)
    const longest = Math.min(Date.parse(booking.created_at) + MAX_HOLD_MS, getClosingTime(app, booking))
    if (open.length > 0 && longest > now)
      return succeed(await holdForOpenPayments(db, booking, open, Math.min(now + RECHECK_MS, longest), now))
    const to = (await hasMismatch(db, id)) ? 'needs_decision' : 'expired'
    const done = await transitionBooking(db, booking, to, now)
    // Whoever was told that their place is kept is told that it is no more.
    if (done && to === 'expired' && booking.state === 'pending_verification')
      await queueEmail(db, holdExpiredEmail(booking), now)
    return succeed(done)
  })
  if (outcome.ok && outcome.value) app.notifier.notify()
}

/** Staff see from the first time on that a payment is open; true where there is something new to see. */
async function holdForOpenPayments(
  db: Queries,
  booking: BookingTable,
  open: readonly PaymentTable[],
  until: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set({ expires_at: instant(until) })
    .where('id', '=', booking.id)
    .where('state', '=', booking.state)
    .where('expires_at', '=', booking.expires_at)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new Conflict()
  const marked = await db
    .updateTable('payments')
    .set({ kept_since: instant(now) })
    .where('kept_since', 'is', null)
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .returning('id')
    .execute()
  if (marked.length === 0) return false
  await recordEvent(db, 'booking_update', booking.id, now)
  return true
}

async function hasMismatch(db: Queries, bookingId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'mismatch')
    .executeTakeFirst()
  return payment !== undefined
}

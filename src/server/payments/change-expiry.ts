import { UNPAID_STATES } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { releaseOpenChange } from '../bookings/open-change.ts'
import { expirePurchase } from '../bookings/room-hours.ts'
import { runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import { lockBooking } from '../db/row-locks.ts'
import type { BookingChange } from '../db/schema.ts'
import { lookupPayment } from './attempts.ts'
import { isQueryablePayment } from './queryable.ts'
import { lookupQueue } from './reconciliation.ts'

const BATCH_SIZE = 200

/** Ends changes that were not paid in time, after a last lookup of their payments. The days of a move are released. */
export async function expireChanges(app: App): Promise<void> {
  const due = await app.db.read
    .selectFrom('booking_changes')
    .selectAll()
    .where('state', '=', 'open')
    .where('expires_at', '<=', instant(app.now()))
    .orderBy('expires_at')
    .limit(BATCH_SIZE)
    .execute()
  await lookupQueue.addAll(
    due.map((change) => async () => {
      try {
        await lookupPaymentsOf(app, change)
        await expireChange(app, change)
      } catch (error) {
        // Retried at the next run.
        app.log.bug(error, { booking: change.booking_id })
      }
    }),
  )
}

async function lookupPaymentsOf(app: App, { id }: BookingChange): Promise<void> {
  const unpaid = await app.db.read
    .selectFrom('payments')
    .selectAll()
    .where('change_id', '=', id)
    .where('state', 'in', UNPAID_STATES)
    .where(isQueryablePayment)
    .execute()
  for (const payment of unpaid) await lookupPayment(app, payment)
}

async function expireChange(app: App, { id, booking_id }: BookingChange): Promise<void> {
  const isExpired = await runTransaction(app.db, async (db) => {
    const booking = await lockBooking(db, booking_id)
    const change = await db.selectFrom('booking_changes').selectAll().where('id', '=', id).executeTakeFirst()
    if (!booking || change?.state !== 'open' || change.expires_at > instant(app.now())) return false
    if (change.kind === 'hours') await expirePurchase(app, db, booking)
    else await releaseOpenChange(app, db, booking)
    return true
  })
  if (isExpired) app.notifier.notify()
}

import type { PaymentView } from '#contract/admin/payments.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { type BookingTable, instant, type PaymentTable } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { type PaymentNotification, paymentNotificationEmail } from './staff-emails.ts'

/** Staff hear of a payment that needs a person: by mail, and in the lists that are open. */
export async function notifyStaff(
  app: App,
  db: Queries,
  news: PaymentNotification,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<void> {
  await queueEmail(db, paymentNotificationEmail(news, booking, payment), app.now())
  await recordEvent(db, 'booking_update', booking.id, app.now())
}

/**
 * Puts a payment on the list of what waits for a person, until somebody has looked at this. What happens again while it
 * stands is another thing to look at, and waits since the first.
 */
export async function raiseAlert(app: App, db: Queries, paymentId: string, alert: PaymentAlert): Promise<void> {
  await db
    .insertInto('payment_alerts')
    .values({ payment_id: paymentId, alert, raised: crypto.randomUUID(), created_at: instant(app.now()) })
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'alert']).doUpdateSet((row) => ({ raised: row.ref('excluded.raised') })),
    )
    .execute()
}

/** What stands of a payment, and which time of it. */
export const readAlerts = (db: Queries, paymentId: string): Promise<PaymentView['alerts']> =>
  db
    .selectFrom('payment_alerts')
    .select(['alert', 'raised'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute()

/** Somebody has looked, whatever time of them stands. */
export async function clearAlerts(db: Queries, paymentId: string, alerts: readonly PaymentAlert[]): Promise<void> {
  await db.deleteFrom('payment_alerts').where('payment_id', '=', paymentId).where('alert', 'in', alerts).execute()
}

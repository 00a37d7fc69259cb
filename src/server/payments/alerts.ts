import type { PaymentView } from '#contract/admin/payments.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, Payment } from '../db/schema.ts'
import { recordEvent } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { type PaymentNotification, paymentNotificationEmail } from './staff-emails.ts'

/** By email and in open lists. */
export async function notifyStaff(
  app: App,
  db: Queries,
  notification: PaymentNotification,
  booking: Booking,
  payment: Payment,
): Promise<void> {
  await queueEmail(db, paymentNotificationEmail(notification, booking, payment, app.env.siteUrl), app.now())
  await recordEvent(db, 'booking_update', booking.id, app.now())
}

/** A repeated alert has its first date but must be resolved again. */
export async function raiseAlert(app: App, db: Queries, paymentId: string, alert: PaymentAlert): Promise<void> {
  await db
    .insertInto('payment_alerts')
    .values({ payment_id: paymentId, alert, raised: crypto.randomUUID(), created_at: instant(app.now()) })
    .onConflict((conflict) =>
      conflict.columns(['payment_id', 'alert']).doUpdateSet((row) => ({ raised: row.ref('excluded.raised') })),
    )
    .execute()
}

export const readAlerts = (db: Queries, paymentId: string): Promise<PaymentView['alerts']> =>
  db
    .selectFrom('payment_alerts')
    .select(['alert', 'raised'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute()

export async function clearAlerts(db: Queries, paymentId: string, alerts: readonly PaymentAlert[]): Promise<void> {
  await db.deleteFrom('payment_alerts').where('payment_id', '=', paymentId).where('alert', 'in', alerts).execute()
}

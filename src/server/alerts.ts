import type { PaymentAlert } from '#domain/waiting.ts'
import type { App } from './app.ts'
import type { Queries } from './db/database.ts'
import { type BookingTable, instant, type PaymentTable } from './db/schema.ts'
import { recordEvent } from './events.ts'
import { noteMail } from './mail/outbox.ts'
import { type PaymentNews, paymentNewsMail } from './mail/staff-mail.ts'

/** Staff hear of a payment that needs a person: by mail, and in the lists that are open. */
export async function tellStaff(
  app: App,
  db: Queries,
  news: PaymentNews,
  booking: BookingTable,
  payment: PaymentTable,
): Promise<void> {
  await noteMail(db, paymentNewsMail(news, booking, payment), app.now())
  await recordEvent(db, 'booking_update', booking.id, app.now())
}

/** Puts a payment on the list of what waits for a person, until somebody has looked at this. */
export async function raiseAlert(app: App, db: Queries, paymentId: string, alert: PaymentAlert): Promise<void> {
  await db
    .insertInto('payment_alerts')
    .values({ payment_id: paymentId, alert, created_at: instant(app.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function stands(db: Queries, paymentId: string, alert: PaymentAlert): Promise<boolean> {
  const found = await db
    .selectFrom('payment_alerts')
    .select('alert')
    .where('payment_id', '=', paymentId)
    .where('alert', '=', alert)
    .executeTakeFirst()
  return found !== undefined
}

/** Somebody has looked; false where none of these stood. */
export async function clearAlerts(db: Queries, paymentId: string, alerts: readonly PaymentAlert[]): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_alerts')
    .where('payment_id', '=', paymentId)
    .where('alert', 'in', alerts)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

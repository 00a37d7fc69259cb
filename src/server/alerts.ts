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

/** Puts a payment on the list of what waits for a person, until somebody has looked; what nobody has seen yet stays there. */
export async function raiseAlert(app: App, db: Queries, paymentId: string, alert: PaymentAlert): Promise<void> {
  const payment = await db.selectFrom('payments').select('alert').where('id', '=', paymentId).executeTakeFirstOrThrow()
  const alerts = [...alertsOf(payment).filter((unseen) => unseen !== alert), alert]
  await db
    .updateTable('payments')
    .set({ alert: alerts.join(' '), alert_at: instant(app.now()) })
    .where('id', '=', paymentId)
    .execute()
}

/** What nobody has seen yet, the latest last. */
export const alertsOf = ({ alert }: Pick<PaymentTable, 'alert'>): PaymentAlert[] =>
  (alert?.split(' ') ?? []) as PaymentAlert[]

import type { App } from '#server/app.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { dayPass, granted, placed } from './orders.ts'

/** Returns the id of a payment that the desk took at the card terminal. */
export async function takenByCard(app: App, by: Staff, transactionId = 'SLIP-1'): Promise<string> {
  const { bookingId } = await placed(app, dayPass())
  const money = { version: 1, method: 'card_terminal', transactionId, reason: 'Paid at the desk' } as const
  granted(await confirm(app, by, bookingId, money))
  const payment = await app.db.read
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return payment.id
}

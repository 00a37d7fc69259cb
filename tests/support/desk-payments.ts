import type { DeskMethod } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { confirm } from '#server/desk/staff-payments.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { dayPass, granted, placed } from './orders.ts'

/** Returns the id of a payment that the desk took at the card terminal. */
export const takenByCard = (app: App, by: Staff, transactionId = 'SLIP-1'): Promise<string> =>
  takenAtDesk(app, by, 'card_terminal', transactionId)

/** Returns the id of a payment of a day pass. */
export async function takenAtDesk(app: App, by: Staff, method: DeskMethod, transactionId = ''): Promise<string> {
  const { bookingId } = await placed(app, dayPass())
  granted(await confirm(app, by, bookingId, { version: 1, method, transactionId, reason: 'Paid at the desk' }))
  const payment = await app.db.read
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return payment.id
}

import { paisa } from '#domain/money.ts'
import { move } from '#server/desk/move.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { execute, type TestApp } from './app.ts'
import { bookingRow, granted, type Placed, PRICE } from './orders.ts'
import { paid, started } from './payments.ts'

export const PRICE_DIFFERENCE = paisa(50_000)

/** A paid booking that staff moved to days that cost `PRICE_DIFFERENCE` more. Its version is 3. */
export async function movedAtHigherPrice(app: TestApp, staff: Staff): Promise<Placed> {
  const { bookingId, paymentId, ...booking } = await started(app)
  const amount = paisa(PRICE - PRICE_DIFFERENCE)
  await execute(app, (db) => db.updateTable('bookings').set({ total_amount: amount }).where('id', '=', bookingId))
  await execute(app, (db) => db.updateTable('payments').set({ amount }).where('id', '=', paymentId))
  await settle(app, paymentId, paid(amount), 'lookup')
  const { version } = await bookingRow(app, bookingId)
  granted(await move(app, staff, bookingId, { version, startDate: '2026-12-20' }))
  return { ...booking, bookingId }
}

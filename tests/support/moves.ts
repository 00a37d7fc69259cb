import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { moveOwnBooking } from '#contract/move-booking.ts'
import { paisa } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import { dropMove, move } from '#server/customers/move.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { execute, type TestApp } from './app.ts'
import { granted, newKey, type Order, type Placed } from './orders.ts'
import { paid, type Started, started } from './payments.ts'
import { MISCOUNTED_DAYS } from './seat-counts.ts'

/** A booking that was sold and paid at another price than today's, in paisa without the method's fee. */
export async function paidAt(
  app: TestApp,
  price: number,
  sent?: Order,
  method: PaymentMethod = 'esewa',
): Promise<Placed & Started> {
  const booking = await started(app, sent, method)
  const amount = paisa(price + booking.fee)
  await execute(app, (db) =>
    db
      .updateTable('bookings')
      .set({ total_amount: paisa(price) })
      .where('id', '=', booking.bookingId),
  )
  await execute(app, (db) => db.updateTable('payments').set({ amount }).where('id', '=', booking.paymentId))
  await settle(app, booking.paymentId, paid(amount), method === 'bank_transfer' ? 'staff' : 'lookup')
  return booking
}

type Move = Input<typeof moveOwnBooking>

/** Moves a booking as its customer. */
export const moveOwn = (app: TestApp, { bookingId, secret }: Placed, input: Move | string, key = newKey()) =>
  move(app, { id: bookingId, secret }, typeof input === 'string' ? { startDate: input } : input, key)

/** A move to dearer days that waits for its payment. */
export async function openedChange(app: TestApp, booking: Placed, startDate: string) {
  const { change } = granted(await moveOwn(app, booking, startDate))
  if (!change) throw new Error('the booking has moved at once')
  return change
}

/** Ends a move that waits for its payment, as the customer. */
export const dropOwn = (app: TestApp, { bookingId, secret }: Placed, key = newKey()) =>
  dropMove(app, { id: bookingId, secret }, key)

/** Starts a payment of a change. */
export const payChange = (app: TestApp, { bookingId, secret }: Placed, changeId: string, method = 'esewa') =>
  startAttempt(app, bookingId, secret, method, changeId)

/** The days whose seat count is wrong. */
export const miscountedDays = async ({ db }: TestApp): Promise<unknown[]> =>
  (await sql.raw(MISCOUNTED_DAYS).execute(db.read)).rows

import type { createPaymentIntent } from '#contract/card.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { methodFee } from '#domain/payment.ts'
import type { App } from '../app.ts'
import { findOwnBooking } from '../bookings/access.ts'
import { startAttempt } from './attempts.ts'

/** The booking decides the amount; an amount sent along must equal it, with or without the card fee. */
export async function createCardIntent(
  app: App,
  { booking_id, amount }: Input<typeof createPaymentIntent>,
  secret: string,
): Promise<Outcome<Output<typeof createPaymentIntent>>> {
  const booking = await findOwnBooking(app, app.db.read, booking_id, secret)
  if (!booking) return fail('not_found')
  const total = booking.total_amount
  if (amount !== undefined && amount !== total && amount !== total + methodFee('stripe', total))
    return fail('invalid', { fields: { amount: 'This amount is not the price of the booking' } })
  const started = await startAttempt(app, booking_id, secret, 'stripe')
  if (!started.ok) return started
  const { next, paymentId } = started.value
  if (next.kind !== 'card') throw new Error('a card payment needs a card step')
  return succeed({ client_secret: next.clientSecret, payment_id: paymentId })
}

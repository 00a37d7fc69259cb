import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { transitionBooking } from '#server/bookings/transitions.ts'
import { decide } from '#server/payments/decisions.ts'
import type { TestApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { bookingRow, order } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'

/** Of a booking as tests place it. */
export const PRICE = 950_000

export const paid = (amount = PRICE, providerReference: string = crypto.randomUUID()): GatewayReport => ({
  kind: 'paid',
  amount: paisa(amount),
  providerReference,
})
export const found = (amount = PRICE, transactionId: string = crypto.randomUUID()) =>
  ({ decision: 'confirm', amount, transactionId }) as const
export const REJECT = { decision: 'reject', reason: 'Not in the account' } as const

/** What staff have before them, and what they say to it. */
export const deciding = (app: () => TestApp) => ({
  /** Of a payment and its booking. */
  async states(paymentId: string) {
    const payment = await paymentRow(app(), paymentId)
    return [payment.state, (await bookingRow(app(), payment.booking_id)).state]
  },
  async say(paymentId: string, decision: Parameters<typeof decide>[3]) {
    return decide(app(), await someStaff(app()), paymentId, decision)
  },
  /** From now on no day has a seat. */
  full(): void {
    const { catalogue } = app()
    app().catalogue = { ...catalogue, locations: catalogue.locations.map((hub) => ({ ...hub, capacity: 0 })) }
  },
  /** A try to pay for a booking whose time is over. */
  async late() {
    const payment = await started(app(), order())
    const booking = await bookingRow(app(), payment.bookingId)
    await app().db.write(async (db) => succeed(await transitionBooking(db, booking, 'expired', app().now())))
    return payment
  },
})

import { isPaid } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { rows } from './app.ts'

export interface PaymentAudit {
  /** Confirmed attempts without the full payment. */
  unpaid: string[]
  /** Fully paid attempts that are neither confirmed nor under review. */
  missed: string[]
  /** Attempts with a different amount that are not reported to staff. */
  unnoticed: string[]
  /** Confirmed bookings, and those that need a decision, without a confirmed attempt. */
  unfounded: string[]
  /** Totals in paisa, by the gateway and by the server. */
  received: number
  recorded: number
}

/** Compares the database with `money`, which the gateway received: paisa by attempt. */
export async function auditPayments(app: App, money: ReadonlyMap<string, number>): Promise<PaymentAudit> {
  const payments = await rows(app.db.read, 'payments')
  const bookings = await rows(app.db.read, 'bookings')
  const stateOf = new Map(bookings.map(({ id, state }) => [id, state]))
  const paid = payments.filter(({ state }) => isPaid(state))
  const inFull = payments.filter(({ id, amount }) => money.get(id) === amount)
  const differing = payments.filter(({ id, amount }) => money.has(id) && money.get(id) !== amount)
  const isSettled = (bookingId: string) => ['confirmed', 'needs_decision'].includes(stateOf.get(bookingId) ?? '')
  const total = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0)
  return {
    unpaid: paid.filter(({ id, amount }) => money.get(id) !== amount).map(({ id }) => id),
    missed: inFull.filter(({ state, booking_id }) => !isPaid(state) || !isSettled(booking_id)).map(({ id }) => id),
    unnoticed: differing.filter(({ state }) => state !== 'mismatch').map(({ id }) => id),
    unfounded: bookings
      .filter(
        ({ id, state }) => ['confirmed', 'needs_decision'].includes(state) && !paid.some((p) => p.booking_id === id),
      )
      .map(({ id }) => id),
    received: total(money.values()),
    recorded: total(payments.map(({ received }) => received ?? 0)),
  }
}

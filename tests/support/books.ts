import { isPaid } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { rows } from './app.ts'

export interface Books {
  /** Attempts that count as paid though no money, or other money, came for them. */
  unpaid: string[]
  /** Attempts whose money came in full, and that nobody knows of: neither paid nor before the staff. */
  lost: string[]
  /** Attempts for which something else came than was asked, and that staff were not told of. */
  unnoticed: string[]
  /** Bookings that are confirmed, or that staff must decide about, without a paid attempt. */
  groundless: string[]
  /** Paisa that came, by the gateway's books and by ours. */
  received: number
  recorded: number
}

/** Holds our books against the gateway's: `money` is what it took, in paisa by attempt. */
export async function books(app: App, money: ReadonlyMap<string, number>): Promise<Books> {
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
    lost: inFull.filter(({ state, booking_id }) => !isPaid(state) || !isSettled(booking_id)).map(({ id }) => id),
    unnoticed: differing.filter(({ state }) => state !== 'mismatch').map(({ id }) => id),
    groundless: bookings
      .filter(
        ({ id, state }) => ['confirmed', 'needs_decision'].includes(state) && !paid.some((p) => p.booking_id === id),
      )
      .map(({ id }) => id),
    received: total(money.values()),
    recorded: total(payments.map(({ received }) => received ?? 0)),
  }
}

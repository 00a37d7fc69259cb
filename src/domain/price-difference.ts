import { type Paisa, paisa, sum, ZERO } from './money.ts'
import { getReceivedAmount, isPaid, type PaymentPurpose, type ReceivedPayment } from './payment.ts'

/**
 * The amount that staff may still charge after a move. `moved` is the price of the new days, `null` if never moved;
 * `charged` was paid before and not refunded.
 */
export const calculatePriceDifferenceDue = (placed: Paisa, moved: Paisa | null, charged: Paisa): Paisa =>
  moved === null ? ZERO : paisa(Math.max(moved - placed - charged, 0))

/** What a customer pays for a move: the price of the new days above what was charged. A cheaper move refunds nothing. */
export const calculateMoveDifference = (price: Paisa, charged: Paisa): Paisa => paisa(Math.max(price - charged, 0))

interface ChargedPayment extends ReceivedPayment {
  purpose: PaymentPurpose
  fee: Paisa
}

/**
 * What was paid for the booked days, without method fees. Money that was refunded as goodwill counts, money above the
 * requested amount does not. `payments` are those that never were due back, such as one that was paid twice.
 */
export const sumCharged = (payments: readonly ChargedPayment[]): Paisa =>
  sum(
    payments
      .filter(({ state, purpose }) => (isPaid(state) || state === 'refunded') && purpose !== 'hours')
      .map((payment) => paisa(Math.max(Math.min(getReceivedAmount(payment), payment.amount) - payment.fee, 0))),
  )

/** Whether the booked days were paid for and all of that was refunded, so that no price to compare is left. */
export function isRefundedInFull(payments: readonly Pick<ChargedPayment, 'state' | 'purpose'>[]): boolean {
  const states = payments.filter(({ purpose }) => purpose !== 'hours').map(({ state }) => state)
  return states.includes('refunded') && !states.some(isPaid)
}

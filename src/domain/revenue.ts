import type { BookingState } from './booking.ts'
import { type Paisa, ZERO } from './money.ts'
import { type AttemptState, isPaid, type RecordedMethod } from './payment.ts'
import { sumRefundableAmounts } from './refund.ts'

/** What the figures need of a payment. `received` is null where the gateway never said: then it was what was asked. */
export interface CountedPayment {
  method: RecordedMethod
  state: AttemptState
  amount: Paisa
  received: Paisa | null
  /** What went back or is on its way back. */
  refunded: Paisa
}

/**
 * What came for a booking and has not gone back; the card fee is in it. Money that differs counts once staff took it.
 */
export const sumCountedPayments = (payments: readonly CountedPayment[]): Paisa =>
  sumRefundableAmounts(payments.filter(({ state }) => isPaid(state)))

/**
 * Returns the revenue of a booking: what was received and not refunded while it is confirmed. It counts for the
 * Kathmandu day on which the booking was placed, so that the stats of a period describe the same bookings.
 */
export const calculateRevenue = (state: BookingState, payments: readonly CountedPayment[]): Paisa =>
  state === 'confirmed' ? sumCountedPayments(payments) : ZERO

/**
 * The method that a booking counts for: of the payment that was paid first, else of the latest try; null without one.
 */
export function findCountedMethod(oldestFirst: readonly CountedPayment[]): RecordedMethod | null {
  const counted = oldestFirst.find(({ state }) => isPaid(state)) ?? oldestFirst.at(-1)
  return counted?.method ?? null
}

import type { BookingState } from './booking.ts'
import { type Paisa, ZERO } from './money.ts'
import { isPaid, type RecordedMethod } from './payment.ts'
import { type RefundablePayment, sumRefundableAmounts } from './refund.ts'

export interface CountedPayment extends RefundablePayment {
  method: RecordedMethod
}

/**
 * What was received and not refunded while the booking is confirmed, card fee included; a mismatch counts once staff
 * accepted it. It counts for the Kathmandu day of placement, so that the stats of a period describe the same bookings.
 */
export const calculateRevenue = (state: BookingState, payments: readonly CountedPayment[]): Paisa =>
  state === 'confirmed' ? sumRefundableAmounts(payments.filter((payment) => isPaid(payment.state))) : ZERO

/** The method of the first paid payment, else of the latest attempt. */
export function findCountedMethod(oldestFirst: readonly CountedPayment[]): RecordedMethod | null {
  const counted = oldestFirst.find(({ state }) => isPaid(state)) ?? oldestFirst.at(-1)
  return counted?.method ?? null
}

import type { BookingState } from '#domain/booking.ts'

/** The link to a payment that a manager must decide about: only a booking without seats can be moved instead. */
export function getDecisionLabel(state: BookingState, isRefundDue: boolean): string {
  if (state === 'needs_decision') return 'Move or refund'
  return isRefundDue ? 'Decide on refund' : 'Verify payment'
}
